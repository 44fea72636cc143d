/** A long name of a group goes on in the next line after one of its dots, on a narrow page or in a wide font. */
export const groupNames = ({ React }) => ({
  wrapComponents: {
    DeepLink: (Original) => (props) => {
      const h = React.createElement;
      if (typeof props.text !== 'string') return h(Original, props);
      const [first, ...others] = props.text.split('.');
      const text = h(React.Fragment, null, first, ...others.flatMap((part) => ['.', h('wbr'), part]));
      return h(Original, { ...props, text });
    },
  },
});
