/** A search over operations: every word must be in the name, the path or the summary. */

/** `quickAdd` is found as `quick add`, too. */
const spaced = (id) => id.replaceAll(/([A-Z])/g, ' $1');

function textOf(entry) {
  const operation = entry.get('operation');
  // Once an operation has been opened, the component has replaced the dots of its id.
  const id = operation.get('__originalOperationId') ?? operation.get('operationId') ?? '';
  return [id, spaced(id), entry.get('method'), entry.get('path'), operation.get('summary')].join(' ').toLowerCase();
}

export function operationSearch() {
  let clear = () => undefined;

  const matching = (groups, phrase) => {
    const words = phrase.toLowerCase().split(/\s+/);
    const fits = (entry) => words.every((word) => textOf(entry).includes(word));
    return groups
      .map((group) => group.update('operations', (operations) => operations.filter(fits)))
      .filter((group) => group.get('operations').size > 0);
  };

  return {
    plugin: () => ({ fn: { opsFilter: matching } }),
    listen(ui, field, found) {
      const look = () => {
        const phrase = field.value.trim();
        // The component takes `true` for "nothing is searched".
        ui.layoutActions.updateFilter(phrase === '' ? true : phrase);
        const groups = ui.specSelectors.taggedOperations();
        // Groups are folded, but for those in which something was found.
        for (const tag of groups.keys()) ui.layoutActions.show(['operations-tag', tag], phrase !== '');
        const count = groups.reduce((sum, group) => sum + group.get('operations').size, 0);
        found.textContent = phrase === '' ? '' : `${count} ${count === 1 ? 'operation' : 'operations'}`;
      };
      field.addEventListener('input', look);
      // Somebody may have typed while the page was loading.
      if (field.value !== '') look();
      clear = () => {
        if (field.value === '') return;
        field.value = '';
        look();
      };
    },
    clear: () => clear(),
  };
}
