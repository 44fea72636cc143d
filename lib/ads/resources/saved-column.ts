import { array, resource, string } from '#lib/api/schema';

const SavedColumnResource = resource('SavedColumn', 'A report column that an advertiser defined.', {
  kind: string('Always `doubleclicksearch#savedColumn`.'),
  savedColumnName: string('Its name, as reports ask for it.'),
  type: string('Type of its values, such as `Integer` or `Money`.'),
});

export const SavedColumnListResource = resource('SavedColumnList', 'All saved columns of an advertiser.', {
  kind: string('Always `doubleclicksearch#savedColumnList`.'),
  items: array('The columns; absent when there are none.', SavedColumnResource),
});
