/** What people who see little or nothing need, and the component leaves out. */
const afterDrawing = (React, change) => (Original) => (props) => {
  const box = React.useRef(null);
  React.useEffect(() => change(box.current, props));
  return React.createElement('div', { ref: box }, React.createElement(Original, props));
};

const nameChoice = (box, { description }) => box.querySelector('select')?.setAttribute('aria-label', description);

/** What is wider than its box is scrolled with keys, too. */
const letCodeScroll = (box) => box.querySelector('pre')?.setAttribute('tabindex', '0');

export const labels = ({ React }) => {
  const h = React.createElement;
  return {
    wrapComponents: {
      TextArea: (Original) => (props) => h(Original, { 'aria-label': 'Body of the request', ...props }),
      JsonSchema_boolean: afterDrawing(React, nameChoice),
      JsonSchema_string: afterDrawing(React, nameChoice),
      SyntaxHighlighter: afterDrawing(React, letCodeScroll),
      // A link within the button that opens the operation; its path has that of the group before a slash.
      DeepLink: (Original) => (props) => props.path.includes('/') ? h('span', null, props.text) : h(Original, props),
    },
  };
};
