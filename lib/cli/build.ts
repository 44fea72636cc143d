/** `npm run build`: bundles the functions and says how large each one is. */
import { bundleFunctions, sizeTable } from './bundle.ts';

console.log(sizeTable(await bundleFunctions()));
