/** Shows `x-codeSamples` of an operation above its parameters: curl, Node and Python, each with a button that copies. */
import { copyText } from './copy.js';

function Snippets({ React, samples }) {
  const h = React.createElement;
  const [chosen, choose] = React.useState(0);
  const [said, say] = React.useState('Copy');
  const code = React.useRef(null);
  const select = (index) => () => {
    choose(index);
    say('Copy');
  };
  return h(
    'div',
    { className: 'operation-snippets' },
    h(
      'div',
      { className: 'choices' },
      samples.map(({ label }, index) =>
        h('button', { key: label, type: 'button', 'aria-pressed': index === chosen, onClick: select(index) }, label),
      ),
      h(
        'button',
        { type: 'button', className: 'copy', 'aria-live': 'polite', onClick: async () => say(await copyText(code.current)) },
        said,
      ),
    ),
    h('pre', { ref: code, tabIndex: 0, 'aria-label': samples[chosen].label }, h('code', null, samples[chosen].source)),
  );
}

export const operationSnippets = ({ React }) => ({
  wrapComponents: {
    parameters: (Original) => (props) => {
      const samples = props.operation.get('x-codeSamples')?.toJS();
      const h = React.createElement;
      const original = h(Original, props);
      return samples === undefined ? original : h('div', null, h(Snippets, { React, samples }), original);
    },
  },
});
