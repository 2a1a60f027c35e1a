import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { textState, sizeOf, usesText } from '#backoffice/modules/media/media-texts.ts'
import css from '#backoffice/modules/media/MediaPage.module.css'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffInput, type StaffResponse, staffAddress } from '#contract/client.staff.ts'
import type { MediaItem } from '#contract/media.staff.ts'
import { focusStyle, pictureUrl } from '#ui/lib/image-address.ts'

type ListedImage = StaffResponse<'media'>['items'][number]

/** Images with missing alt texts have a mark. */
const MARKS = { none: 'warn', some: 'half' } as const
const isMissing = (state: string): state is keyof typeof MARKS => Object.hasOwn(MARKS, state)

/** The image library: a list that is shown as a grid. */
export const mediaList = (
  t: Translate,
  channels: readonly { id: string; name: string }[],
  mayAdd: boolean,
): ListDefinition<ListedImage> => ({
  name: 'media',
  layout: 'grid',
  countLabel: 'media.counted',
  searchLabel: 'media.search',
  columns: mediaColumns(t),
  filters: filterBar(t, 'media', {
    words: { label: 'media.words', name: (value) => t(`media.words.${value}`) },
    used: { label: 'media.used', name: (value) => t(`media.used.${value}`) },
    kind: { label: 'media.kind', name: (value) => t(`media.kind.${value}`) },
    channel: {
      label: 'media.channel',
      choices: channels.map(({ id, name }) => ({ value: id, name })),
    },
  }),
  defaultSort: defaultSorts.media,
  fetchPage: (query) => fetchBackoffice('media', query as StaffInput<'media'>),
  csvHref: (query) => staffAddress('media', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ gift, name, id }) => gift || name || id,
  hrefOf: ({ id }) => `/backoffice/media/${id}`,
  emptyText: t(mayAdd ? 'media.empty' : 'media.emptyPlain'),
})

const mediaColumns = (t: Translate): Columns<ListedImage> => ({
  name: {
    label: 'media.name',
    sortKey: 'name',
    phonePosition: 'a',
    cell: (item) => (
      <span className={css.cell}>
        <Thumbnail item={item} />
        <span>{item.gift || item.name || item.id}</span>
        {item.gift === '' ? null : <span className={css.file}>{item.name}</span>}
      </span>
    ),
  },
  words: {
    label: 'media.words',
    phonePosition: 'b',
    cell: (item) => {
      const state = textState(item)
      return item.kind === 'film' || !isMissing(state) ? null : (
        <StatusMark kind={MARKS[state]}>
          {t('media.words')}: {t(`media.words.${state}`)}
        </StatusMark>
      )
    },
  },
  uses: {
    label: 'media.uses',
    sortKey: 'uses',
    cell: ({ uses }) => `${t('media.uses')}: ${usesText(t, uses)}`,
  },
  size: {
    label: 'media.size',
    sortKey: 'size',
    defaultVisible: false,
    cell: ({ width, height, bytes }) =>
      width > 0 ? `${width} × ${height}, ${sizeOf(bytes)}` : sizeOf(bytes),
  },
  added: {
    label: 'media.added',
    sortKey: 'added',
    defaultVisible: false,
    cell: ({ added_at }) => <DateTime at={added_at} />,
  },
  ...noColumn(
    'gift',
    'id',
    'file',
    'kind',
    'media_type',
    'width',
    'height',
    'bytes',
    'focus',
    'decoration',
    'languages',
    'wordless',
    'added_at',
  ),
})

/** A small image. Its alt text is empty, because its name is beside it. */
export function Thumbnail({ item }: { item: Pick<MediaItem, 'file' | 'kind' | 'focus'> }) {
  return (
    <span className={css.frame}>
      {item.kind === 'film' ? null : (
        <img
          src={pictureUrl(item.file, item.kind === 'photo' ? 240 : undefined)}
          alt=""
          loading="lazy"
          style={item.focus ? focusStyle(item.focus) : undefined}
          data-drawn={item.kind === 'drawing' || undefined}
        />
      )}
    </span>
  )
}
