import './traces.ts';
