import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { Column, ListOf } from '#backoffice/kit/list/list-definition.ts'
import { textState, sizeOf, usesText } from '#backoffice/modules/media/media-texts.ts'
import css from '#backoffice/modules/media/MediaPage.module.css'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { staffAddress } from '#contract/client.staff.ts'
import type { MediaItem } from '#contract/media.staff.ts'
import { focusStyle, pictureUrl } from '#ui/lib/image-address.ts'

const MARKS = { none: 'warn', beside: 'off', some: 'half', all: 'done', decoration: 'off' } as const

/** The library as a wall of pictures, which is a list like any other. */
export const mediaList = (
  t: Translate,
  channels: readonly { id: string; name: string }[],
  mayAdd: boolean,
): ListOf<MediaItem> => ({
  name: 'media',
  form: 'grid',
  counted: 'media.counted',
  searchWord: 'media.search',
  columns: mediaColumns(t),
  filters: [
    {
      key: 'words',
      word: 'media.words',
      kind: 'one',
      choices: (['none', 'beside', 'some', 'all', 'decoration'] as const).map((value) => ({
        value,
        name: t(`media.words.${value}`),
      })),
    },
    {
      key: 'used',
      word: 'media.used',
      kind: 'one',
      choices: (['yes', 'no'] as const).map((value) => ({
        value,
        name: t(`media.used.${value}`),
      })),
    },
    {
      key: 'kind',
      word: 'media.kind',
      kind: 'some',
      choices: (['photo', 'drawing', 'film'] as const).map((value) => ({
        value,
        name: t(`media.kind.${value}`),
      })),
    },
    {
      key: 'channel',
      word: 'media.channel',
      kind: 'one',
      choices: channels.map(({ id, name }) => ({ value: id, name: `${id} ${name}` })),
    },
  ],
  usualSort: '-added',
  ask: (asked) => fetchBackoffice('media', asked as Parameters<typeof fetchBackoffice<'media'>>[1]),
  csv: (asked) => staffAddress('media', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name, id }) => name || id,
  hrefOf: ({ id }) => `/backoffice/media/${id}`,
  empty: <p>{t(mayAdd ? 'media.empty' : 'media.emptyPlain')}</p>,
})

const mediaColumns = (t: Translate): readonly Column<MediaItem>[] => [
  {
    key: 'name',
    word: 'media.name',
    sort: 'name',
    phone: 'a',
    cell: (item) => (
      <span className={css.cell}>
        <Thumbnail item={item} />
        <span>{item.name || item.id}</span>
      </span>
    ),
  },
  {
    key: 'words',
    word: 'media.words',
    phone: 'b',
    cell: (item) =>
      item.kind === 'film' ? null : (
        <StatusMark kind={MARKS[textState(item)]}>
          {t('media.words')}: {t(`media.words.${textState(item)}`)}
        </StatusMark>
      ),
  },
  {
    key: 'uses',
    word: 'media.uses',
    sort: 'uses',
    cell: ({ uses }) => `${t('media.uses')}: ${usesText(t, uses)}`,
  },
  {
    key: 'size',
    word: 'media.size',
    sort: 'size',
    cell: ({ width, height, bytes }) =>
      width > 0 ? `${width} × ${height}, ${sizeOf(bytes)}` : sizeOf(bytes),
  },
  {
    key: 'added',
    word: 'media.added',
    sort: 'added',
    usual: false,
    cell: ({ added_at }) => <Moment at={added_at} />,
  },
]

/** No alt text: the name is beside it. */
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
