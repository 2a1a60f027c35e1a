import css from '#backoffice/modules/content/ContentPage.module.css'
import {
  contentNodeAddress,
  contentNodeName,
  findContentNodesByName,
} from '#backoffice/i18n/content-node-names.ts'
import { useTextNames } from '#backoffice/i18n/use-text-names.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  type Column,
  type Columns,
  type ListDefinition,
  noColumn,
} from '#backoffice/kit/list/list-definition.ts'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import {
  LanguagesCell,
  LastChangeCell,
  StatusCell,
} from '#backoffice/modules/content/ContentCells.tsx'
import { ContentThumbnail } from '#backoffice/modules/content/ContentThumbnail.tsx'
import {
  type ContentNode,
  type ContentRow,
  contentRows,
  exceptionsOf,
  groupOf,
  isException,
  lastChangeOf,
  nodesOfChannel,
  ownTexts,
} from '#backoffice/modules/content/content-rows.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { staffAddress } from '#contract/client.staff.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type ShownChannel = { id: string; name: string; languages: readonly string[] | undefined }

/** The first match, and the number of further matches. */
function Found({ node, t }: { node: ContentNode | undefined; t: Translate }) {
  const { nameText } = useTextNames()
  const [first, ...others] = node?.found ?? []
  if (!node || !first) return '–'
  return (
    <span className={css.found}>
      {first.excerpt}{' '}
      <span className={css.soft}>
        {nameText(first.key, first.block === '' ? node.name : first.block)} {first.language}
        {first.shared ? ` · ${t('ofAllChannels')}` : ''}
        {others.length > 0 ? ` · ${t('moreHits', { count: others.length })}` : ''}
      </span>
    </span>
  )
}

/** Open changes and missing translations. Only these have a colour. */
function Exceptions({ node, channel, t }: CellProps) {
  return exceptionsOf(node, channel.languages).map((exception) =>
    exception.kind === 'changes' ? (
      <StatusMark key={exception.kind} kind="half">
        {t('changesCount', { count: exception.count })}
      </StatusMark>
    ) : (
      <StatusMark key={exception.kind} kind="warn">
        {t('content.missing', {
          languages: exception.languages
            .map(({ language, count }) => `${language} ${count}`)
            .join(', '),
        })}
      </StatusMark>
    ),
  )
}

type CellProps = { node: ContentNode; channel: ShownChannel; t: Translate }

/** The differences of a channel from the shared texts; a dash if there are none. */
function ChannelCell({ node, channel, t }: CellProps) {
  const own = ownTexts(node)
  const standardText = t(node.texts === 0 ? 'asPublished' : 'isShared')
  return (
    <BackofficeLink className={css.cell} to={contentNodeAddress(node)}>
      <Exceptions node={node} channel={channel} t={t} />
      {own > 0 ? <span className={css.own}>{t('content.own', { count: own })}</span> : null}
      {isException(node, channel) ? null : (
        <span className={css.soft} title={standardText}>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">{standardText}</span>
        </span>
      )}
    </BackofficeLink>
  )
}

/** The name of a row. On a phone it also has the number of channels that differ. */
function NameCell({
  row,
  channels,
  t,
}: {
  row: ContentRow
  channels: readonly ShownChannel[]
  t: Translate
}) {
  const different = ownColumns(channels).filter((channel) => {
    const cell = row.cells[channel.id]
    return cell && isException(cell, channel)
  }).length
  return (
    <span className={css.node}>
      <ContentThumbnail name={row.name} />
      <span className={css.name}>
        {nameOf(t, row)}
        {channels.length > 1 && different > 0 ? (
          <span className={css.onPhone}>{t('content.different', { count: different })}</span>
        ) : null}
      </span>
    </span>
  )
}

/** The shared texts are behind the name of a page, so they have no column beside other channels. */
const ownColumns = (channels: readonly ShownChannel[]) =>
  channels.filter(({ id }) => id !== SHARED_CHANNEL)

const nameOf = (t: Translate, { name, title }: Pick<ContentRow, 'name' | 'title'>) =>
  title || contentNodeName(t, name)

/** All content: one row for each page, one column for each channel. The search covers the texts themselves. */
export const contentList = (
  t: Translate,
  { search, channels }: { search: string; channels: readonly ShownChannel[] },
): ListDefinition<ContentRow> => {
  const asInput = (query: Record<string, string>) => {
    const names = query['search'] === undefined ? [] : findContentNodesByName(t, query['search'])
    return names.length === 0 ? query : { ...query, named: names.join(',') }
  }
  return {
    name: 'content',
    countLabel: 'contentItems',
    searchLabel: 'searchTexts',
    columns: contentColumns(t, search, channels),
    filters: filterBar(t, 'contentNodes', {
      gap: { label: 'fallsBackIn', name: (language) => t(`in.${language}`) },
      source: {
        label: 'textsFrom',
        name: (source) => t(source === 'own' ? 'hasOwnTexts' : 'onlySharedTexts'),
      },
      state: {
        label: 'inRelease',
        name: (state) => t(state === 'changed' ? 'changedInRelease' : 'asPublished'),
      },
    }),
    defaultSort: defaultSorts.contentNodes,
    fetchPage: async (query) => {
      const found = await Promise.all(channels.map(({ id }) => nodesOfChannel(asInput(query), id)))
      const items = contentRows(found)
      return { items, next: null, previous: null, total: { count: items.length, exact: true } }
    },
    csvHref: (query) => staffAddress('contentNodes', { ...asInput(query), as: 'csv' }),
    idOf: ({ id }) => id,
    nameOf: (row) => nameOf(t, row),
    groupOf: (row) => t(`content.group.${groupOf(row)}`),
    hrefOf: (row) => {
      const nodes = channels.flatMap(({ id }) => row.cells[id] ?? [])
      const node = nodes.find(({ found }) => found.length > 0) ?? nodes[0]
      if (!node) return ''
      const [hit] = node.found
      return hit ? contentNodeAddress(node, search, hit.language) : contentNodeAddress(node)
    },
    emptyText: t('noChannelYet'),
    emptyLink: { to: '/backoffice/channels', label: 'toChannels' },
  }
}

const contentColumns = (
  t: Translate,
  search: string,
  channels: readonly ShownChannel[],
): Columns<ContentRow> => ({
  name: {
    label: 'contentItem',
    cell: (row) => <NameCell row={row} channels={channels} t={t} />,
    phonePosition: 'a',
  },
  status: {
    label: 'state',
    cell: (row) => <StatusCell row={row} t={t} />,
    // Too long for the place beside the name. Below all are the matches of a search.
    phonePosition: search === '' ? 'g' : 'e',
  },
  languages: {
    label: 'languages',
    cell: (row) => <LanguagesCell row={row} offers={channels} t={t} />,
    phonePosition: 'c',
  },
  changed: {
    label: 'content.changed',
    cell: (row) => <LastChangeCell row={row} />,
    onPhone: (row) => (lastChangeOf(row) ? <LastChangeCell row={row} /> : null),
    phonePosition: 'd',
  },
  found:
    search === ''
      ? null
      : {
          label: 'found',
          cell: ({ cells }) => (
            <Found node={Object.values(cells).find(({ found }) => found.length > 0)} t={t} />
          ),
          phonePosition: 'g',
        },
  ...Object.fromEntries(
    ownColumns(channels).map((channel): [string, Column<ContentRow>] => [
      `channel-${channel.id}`,
      {
        label: 'channel',
        channel: channel.id,
        cell: ({ cells: { [channel.id]: node } }) =>
          node ? <ChannelCell node={node} channel={channel} t={t} /> : null,
      },
    ]),
  ),
  ...noColumn('id', 'title', 'kind', 'cells'),
})
