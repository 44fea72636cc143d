import { array, integer, object, resource, string } from '#lib/api/schema';
import { accessInfo } from './access-info.ts';
import { saleInfo } from './sale-info.ts';
import { userInfo } from './user-info.ts';
import { volumeInfo } from './volume-info.ts';

export const VolumeResource = resource(
  'Volume',
  'A book or magazine of the catalogue, as one caller in one country sees it.',
  {
    kind: string('Always `books#volume`.'),
    id: string('Twelve characters that never change.'),
    etag: string('Changes whenever this representation does.'),
    selfLink: string('Where the volume is read.'),
    volumeInfo,
    layerInfo: object('Extra layers on the text.', {
      layers: array(
        'The layers that exist.',
        object('One layer.', {
          layerId: string('Id of the layer, such as `geo`.'),
          volumeAnnotationsVersion: string('Version of its annotations.'),
        }),
      ),
    }),
    saleInfo,
    accessInfo,
    searchInfo: object('Why a search found it.', {
      textSnippet: string('Passage around the hit as HTML, the hit in bold.'),
    }),
    userInfo,
    recommendedInfo: object('Why it is recommended.', { explanation: string('The reason in words.') }),
  },
);

export const VolumesResource = resource('Volumes', 'One page of volumes.', {
  kind: string('Always `books#volumes`.'),
  totalItems: integer('Size of the whole result, not of the page.'),
  items: array('The volumes of the page; absent when there are none.', VolumeResource),
});
