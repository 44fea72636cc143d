import type { ComponentChildren, JSX } from 'preact';
import { isGone } from '../api/error.ts';
import { LoadFailed } from '../parts/load-failed.tsx';
import { Message } from '../parts/message.tsx';
import { useLoad } from '../parts/use-load.ts';
import { Link } from '../route/link.tsx';
import { words } from '../words/words.ts';
import { getVolume, type Shelf, type Volume, type VolumeInfo } from './books.ts';
import { Cover } from './cover.tsx';
import { authorsOf, languageName, number, publishedOn, titleOf } from './names.ts';
import { paragraphsOf } from './plain-text.ts';
import { ShelfMenu } from './shelf-menu.tsx';

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }): JSX.Element => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Only links that lead to pages: a catalogue may hold anything. */
const isWeb = (url: string | undefined): url is string => url !== undefined && /^https?:\/\//.test(url);

/** This host has no pages of volumes but this one. */
const isElsewhere = (url: string | undefined): url is string => isWeb(url) && URL.parse(url)?.host !== location.host;

const Away = ({ href, children }: { readonly href: string; readonly children: string }): JSX.Element => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
);

function Facts({ info }: { readonly info: VolumeInfo }): JSX.Element {
  const { library } = words;
  const { publisher, publishedDate, pageCount, language, categories = [], averageRating, ratingsCount = 0 } = info;
  const mean = averageRating === undefined ? undefined : number(averageRating);
  return (
    <dl class="facts">
      {publisher !== undefined && <Fact name={library.publisher}>{publisher}</Fact>}
      {publishedDate !== undefined && <Fact name={library.published}>{publishedOn(publishedDate)}</Fact>}
      {pageCount !== undefined && <Fact name={library.pages}>{number(pageCount)}</Fact>}
      {language !== undefined && <Fact name={library.language}>{languageName(language)}</Fact>}
      {categories.length > 0 && <Fact name={library.subjects}>{categories.join(' · ')}</Fact>}
      {mean !== undefined && <Fact name={library.ratingLabel}>{library.rating(mean, number(ratingsCount))}</Fact>}
    </dl>
  );
}

const isbnOf = ({ industryIdentifiers = [] }: VolumeInfo): string | undefined =>
  industryIdentifiers.find(({ type }) => type === 'ISBN_13' || type === 'ISBN_10')?.identifier;

function Links({ volume }: { readonly volume: Volume }): JSX.Element {
  const { library } = words;
  const { previewLink, infoLink } = volume.volumeInfo;
  const isbn = isbnOf(volume.volumeInfo);
  return (
    <ul class="links">
      {isElsewhere(previewLink) && (
        <li>
          <Away href={previewLink}>{library.preview}</Away>
        </li>
      )}
      {isElsewhere(infoLink) && (
        <li>
          <Away href={infoLink}>{library.info}</Away>
        </li>
      )}
      {isbn !== undefined && (
        <>
          <li>
            <Away href={`https://openlibrary.org/isbn/${encodeURIComponent(isbn)}`}>{library.openLibrary}</Away>
          </li>
          <li>
            <Away href={`https://search.worldcat.org/search?q=bn:${encodeURIComponent(isbn)}`}>{library.worldCat}</Away>
          </li>
        </>
      )}
      {isWeb(volume.selfLink) && (
        <li>
          <Away href={volume.selfLink}>{library.publicAddress}</Away>
        </li>
      )}
    </ul>
  );
}

function VolumeDetails({ volume, shelves, onShelved }: VolumeViewProps & { readonly volume: Volume }): JSX.Element {
  const { library } = words;
  const { volumeInfo: info } = volume;
  const paragraphs = paragraphsOf(info.description ?? '');
  return (
    <article class="volume-page">
      <Cover info={info} />
      <div class="volume-text">
        <h1>{titleOf(info)}</h1>
        <p class="muted">{authorsOf(info)}</p>
        <ShelfMenu volume={volume} shelves={shelves} onChange={onShelved} />
        {paragraphs.length === 0 ? (
          <p class="muted">{library.noDescription}</p>
        ) : (
          paragraphs.map((text, index) => <p key={index}>{text}</p>)
        )}
        <h2>{library.facts}</h2>
        <Facts info={info} />
        <h2>{library.identifiers}</h2>
        <dl class="facts">
          {(info.industryIdentifiers ?? []).map(({ type, identifier }) => (
            <Fact key={identifier} name={type.replace('_', '-')}>
              <code>{identifier}</code>
            </Fact>
          ))}
          <Fact name={library.id}>
            <code>{volume.id}</code>
          </Fact>
        </dl>
        <h2>{library.links}</h2>
        <Links volume={volume} />
      </div>
    </article>
  );
}

export interface VolumeViewProps {
  readonly id: string;
  readonly shelves: readonly Shelf[];
  readonly onShelved: () => void;
}

export function VolumeView(props: VolumeViewProps): JSX.Element {
  const { value, error, reload } = useLoad((signal) => getVolume(props.id, signal), [props.id]);
  if (isGone(error))
    return (
      <Message icon="library" title={words.library.missingTitle}>
        <p>{words.library.missing}</p>
        <Link to="library" class="button">
          {words.library.back}
        </Link>
      </Message>
    );
  if (error !== undefined) return <LoadFailed error={error} retry={reload} />;
  return value === undefined ? (
    <p class="waiting">{words.common.loading}</p>
  ) : (
    <VolumeDetails {...props} volume={value} />
  );
}
