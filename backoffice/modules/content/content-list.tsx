import css from '#backoffice/modules/content/ContentPage.module.css'
import {
  contentNodeAddress,
  contentNodeName,
  contentNodesNamed,
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
import { ContentThumbnail } from '#backoffice/modules/content/ContentThumbnail.tsx'
import {
  type ContentNode,
  type ContentRow,
  contentRows,
  exceptionsOf,
  groupOf,
  nodesOfChannel,
} from '#backoffice/modules/content/content-rows.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { staffAddress } from '#contract/client.staff.ts'

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

/** Normal is grey. Only open changes and missing translations have a colour. */
function ChannelCell({
  node,
  channel,
  t,
}: {
  node: ContentNode | undefined
  channel: ShownChannel
  t: Translate
}) {
  if (!node) return <span className={css.soft}>–</span>
  const own = Math.max(0, ...node.languages.map((one) => one.own))
  const exceptions = exceptionsOf(node, channel.languages)
  return (
    <BackofficeLink className={css.cell} to={contentNodeAddress(node)}>
      {exceptions.map((one) =>
        one.kind === 'changes' ? (
          <StatusMark key={one.kind} kind="half">
            {t('changesCount', { count: one.count })}
          </StatusMark>
        ) : (
          <StatusMark key={one.kind} kind="warn">
            {t('content.missing', {
              languages: one.languages
                .map(({ language, count }) => `${language} ${count}`)
                .join(', '),
            })}
          </StatusMark>
        ),
      )}
      {exceptions.length === 0 ? (
        <span className={css.soft}>
          {node.texts === 0
            ? t('asPublished')
            : own > 0
              ? t('content.own', { count: own })
              : t('isShared')}
        </span>
      ) : null}
    </BackofficeLink>
  )
}

const nameOf = (t: Translate, { name, title }: Pick<ContentRow, 'name' | 'title'>) =>
  title || contentNodeName(t, name)

/** All content, one row a page, with the channels beside each other. The search covers the texts themselves. */
export const contentList = (
  t: Translate,
  { search, channels }: { search: string; channels: readonly ShownChannel[] },
): ListDefinition<ContentRow> => {
  const asInput = (asked: Record<string, string>) => {
    const named = asked['search'] === undefined ? [] : contentNodesNamed(t, asked['search'])
    return named.length === 0 ? asked : { ...asked, named: named.join(',') }
  }
  return {
    name: 'content',
    countLabel: 'things',
    searchLabel: 'whereItStands',
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
    defaultSort: 'place',
    fetchPage: async (asked) => {
      const found = await Promise.all(channels.map(({ id }) => nodesOfChannel(asInput(asked), id)))
      const items = contentRows(found)
      return { items, next: null, previous: null, total: { count: items.length, exact: true } }
    },
    csvHref: (asked) => staffAddress('contentNodes', { ...asInput(asked), as: 'csv' }),
    idOf: ({ id }) => id,
    nameOf: (row) => nameOf(t, row),
    groupOf: (row) => t(`content.group.${groupOf(row)}`),
    hrefOf: (row) => {
      const nodes = channels.flatMap(({ id }) => row.cells[id] ?? [])
      const node = nodes.find(({ found }) => found.length > 0) ?? nodes[0]
      return node ? contentNodeAddress(node, node.found.length > 0 ? search : '') : ''
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
    label: 'whatIsSaid',
    cell: (row) => (
      <span className={css.named}>
        <ContentThumbnail name={row.name} />
        {nameOf(t, row)}
      </span>
    ),
    phonePosition: 'a',
  },
  found:
    search === ''
      ? null
      : {
          label: 'found',
          cell: ({ cells }) => (
            <Found node={Object.values(cells).find(({ found }) => found.length > 0)} t={t} />
          ),
          phonePosition: 'c',
        },
  ...Object.fromEntries(
    channels.map((channel, at): [string, Column<ContentRow>] => [
      `channel-${channel.id}`,
      {
        label: 'channel',
        channel: channel.id,
        cell: ({ cells }) => <ChannelCell node={cells[channel.id]} channel={channel} t={t} />,
        ...(at === 0 ? { phonePosition: 'b' as const } : {}),
      },
    ]),
  ),
  ...noColumn('id', 'title', 'kind', 'cells'),
})
