import css from '#backoffice/modules/content/ContentPage.module.css'
import {
  contentNodeAddress,
  contentNodeName,
  contentNodesNamed,
} from '#backoffice/i18n/content-node-names.ts'
import { useTextNames } from '#backoffice/i18n/use-text-names.ts'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  type Column,
  noColumn,
  type ListOf,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { allLanguages, type Language } from '#domain/language.ts'

type ContentNode = StaffResponse<'contentNodes'>['items'][number]

/** The state of one language: complete, the number of fallback texts, or no texts. */
function Filled({ thing, language, t }: { thing: ContentNode; language: Language; t: Translate }) {
  const counted = thing.languages.find((one) => one.language === language)
  if (!counted || thing.texts === 0) return '–'
  return (
    <StatusMark kind={counted.rest === 0 ? 'done' : 'warn'}>
      {counted.rest === 0
        ? t(counted.own > 0 ? 'filledOwn' : 'filledShared', { count: counted.own })
        : t('fallsBack', { count: counted.rest })}
    </StatusMark>
  )
}

/** The first match, and the number of further matches. */
function Found({ found, t }: { found: ContentNode['found']; t: Translate }) {
  const { nameText } = useTextNames()
  const [first, ...others] = found
  if (!first) return '–'
  return (
    <span className={css.found}>
      {first.excerpt}{' '}
      <span className={css.soft}>
        {nameText(first.key)} {first.language}
        {first.shared ? ` · ${t('ofAllChannels')}` : ''}
        {others.length > 0 ? ` · ${t('moreHits', { count: others.length })}` : ''}
      </span>
    </span>
  )
}

/** All content of the user's channels. The search covers the texts themselves. */
export const contentList = (t: Translate, search: string): ListOf<ContentNode> => {
  const asInput = (asked: Record<string, string>) => {
    const named = asked['search'] === undefined ? [] : contentNodesNamed(t, asked['search'])
    return named.length === 0 ? asked : { ...asked, named: named.join(',') }
  }
  return {
    name: 'content',
    counted: 'things',
    searchWord: 'whereItStands',
    columns: contentColumns(t, search),
    filters: filterBar(t, 'contentNodes', {
      gap: { word: 'fallsBackIn', name: (language) => t(`in.${language}`) },
      source: {
        word: 'textsFrom',
        name: (source) => t(source === 'own' ? 'hasOwnTexts' : 'onlySharedTexts'),
      },
      state: {
        word: 'inRelease',
        name: (state) => t(state === 'changed' ? 'changedInRelease' : 'asPublished'),
      },
    }),
    usualSort: 'place',
    ask: (asked) => fetchBackoffice('contentNodes', asInput(asked) as StaffInput<'contentNodes'>),
    csv: (asked) => staffAddress('contentNodes', { ...asInput(asked), as: 'csv' }),
    idOf: ({ id }) => id,
    nameOf: ({ name, title, channel }) => `${title || contentNodeName(t, name)}, ${channel}`,
    hrefOf: (thing) => contentNodeAddress(thing, thing.found.length > 0 ? search : ''),
    empty: <p>{t('noChannelYet')}</p>,
  }
}

const contentColumns = (t: Translate, search: string): Columns<ContentNode> => ({
  thing: {
    word: 'whatIsSaid',
    cell: ({ name, title }) => title || contentNodeName(t, name),
    phone: 'a',
  },
  channel: {
    word: 'channel',
    cell: ({ channel, channel_name }) => `${channel} ${channel_name}`,
    phone: 'b',
  },
  found:
    search === ''
      ? null
      : { word: 'found', cell: ({ found }) => <Found found={found} t={t} />, phone: 'c' },
  changes: {
    word: 'inRelease',
    sort: 'changes',
    cell: ({ changes }) =>
      changes === 0 ? (
        '–'
      ) : (
        <StatusMark kind="half">{t('changesCount', { count: changes })}</StatusMark>
      ),
    phone: 'd',
  },
  ...Object.fromEntries(
    allLanguages.map((language): [string, Column<ContentNode>] => [
      language,
      {
        word: `in.${language}`,
        cell: (thing) => <Filled thing={thing} language={language} t={t} />,
      },
    ]),
  ),
  texts: {
    word: 'texts',
    number: true,
    cell: ({ texts }) => (texts === 0 ? '–' : texts),
    usual: false,
  },
  ...noColumn('id', 'channel_name', 'kind', 'name', 'title', 'languages'),
})
