import { array, integer, object, resource, string } from '#lib/api/schema';

const issue = object('One issue of a collection.', {
  issueDisplayNumber: string('Issue number as it is shown.'),
  issueOrderNumber: integer('Issue number to sort by.'),
});

const membership = object('One series that the volume is part of.', {
  seriesId: string('Id of the series.'),
  seriesBookType: string('Role in the series, such as a single issue or a collection.'),
  orderNumber: integer('Place in the series.'),
  issue: array('The issues in a collection or an omnibus.', issue),
});

export const SeriesInfoResource = resource('Volumeseriesinfo', 'Where a volume stands in its series.', {
  kind: string('Always `books#volume_series_info`.'),
  bookDisplayNumber: string('Number for display; sort by `orderNumber` instead.'),
  shortSeriesBookTitle: string('Title without the name of the series.'),
  volumeSeries: array('Every series that has this volume.', membership),
});
