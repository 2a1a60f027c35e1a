import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { GiftWithPicture } from '#backoffice/kit/display/GiftImage.tsx'
import { LanguageMarks } from '#backoffice/modules/catalog/gifts/list/LanguageMarks.tsx'
import { PointsCell } from '#backoffice/modules/catalog/gifts/list/PointsCell.tsx'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  type Choice,
  type Filter,
  noColumn,
  type Selection,
  type Column,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { daysLeftText } from '#backoffice/modules/inventory/days-left.ts'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress } from '#contract/client.staff.ts'
import { allLanguages } from '#domain/language.ts'

type GiftItem = StaffResponse<'gifts'>['items'][number]
type Names = StaffResponse<'attributeNames'>

const SOON_DAYS = 14
const FEW_UNITS = 5
const STOCK_LABELS = {
  out: 'soldOut',
  low: 'fewLeft',
  there: 'inStock',
  endless: 'neverRunsOut',
} as const

type GiftListContext = {
  t: Translate
  names: Names | undefined
  shownChannels: readonly string[]
  mayWrite: boolean
  onChange: (selection: Selection) => void
  /**
   * The import whose gifts the list shows. It is chosen on the page of the import, so there is no filter without one.
   */
  imports: readonly Choice[] | null
}

/** Every gift, with its points in some channels. */
export const giftList = ({
  t,
  names,
  shownChannels,
  mayWrite,
  onChange,
  imports,
}: GiftListContext): ListDefinition<GiftItem> => ({
  name: 'gifts',
  countLabel: 'giftsCounted',
  searchLabel: 'giftSearch',
  columns: giftColumns({ t, shownChannels, mayWrite }),
  filters: giftFilters(t, names, imports),
  defaultSort: defaultSorts.gifts,
  fetchPage: (query) =>
    fetchBackoffice('gifts', {
      ...query,
      ...(shownChannels.length > 0 ? { channels: shownChannels.join(',') } : {}),
    }),
  csvHref: (query) =>
    staffAddress('gifts', {
      ...query,
      ...(shownChannels.length > 0 ? { channels: shownChannels.join(',') } : {}),
      as: 'csv',
    }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/gifts/${id}`,
  ...(mayWrite ? { actions: [{ label: 'changeGifts' as const, run: onChange }] } : {}),
  emptyText: t('noGiftsYet'),
  emptyPicture: 'box',
})

const giftColumns = ({
  t,
  shownChannels,
  mayWrite,
}: Pick<GiftListContext, 't' | 'shownChannels' | 'mayWrite'>): Columns<GiftItem> => ({
  name: {
    label: 'gift',
    sortKey: 'name',
    wraps: true,
    phonePosition: 'a',
    cell: ({ name, picture }) => <GiftWithPicture file={picture}>{name}</GiftWithPicture>,
  },
  brand: { label: 'brand', sortKey: 'brand', phonePosition: 'c', cell: ({ brand }) => brand.name },
  ...Object.fromEntries(
    shownChannels.map((channel, index): [string, Column<GiftItem>] => [
      `points-${channel}`,
      {
        label: 'points',
        channel,
        numeric: true,
        ...(index === 0 ? { phonePosition: 'b' as const } : {}),
        cell: (item) => <PointsCell item={item} channel={channel} mayWrite={mayWrite} />,
        onPhone: ({ offers }) => {
          const offer = offers.find((one) => one.channel === channel)
          if (!offer) return '–'
          const most = t('voucher.price.points', { count: offer.most })
          return offer.points === offer.most ? most : `${offer.points}–${most}`
        },
      },
    ]),
  ),
  // Hidden at first to leave room for the name: the status already names a missing language.
  languages: {
    label: 'languages',
    defaultVisible: false,
    cell: ({ languages }) => <LanguageMarks filled={languages} />,
  },
  stock: {
    label: 'stock',
    sortKey: 'stock',
    numeric: true,
    cell: ({ in_stock }) => (in_stock === null ? '–' : in_stock),
  },
  days_left: {
    label: 'daysLeft',
    sortKey: 'days_left',
    numeric: true,
    cell: ({ days_left }) => daysLeftText(t, days_left),
  },
  state: { label: 'state', phonePosition: 'd', cell: (item) => <GiftState item={item} t={t} /> },
  ...noColumn('id', 'picture', 'delivery', 'offers', 'in_stock', 'active', 'retired'),
})

const giftFilters = (t: Translate, names: Names | undefined, imports: GiftListContext['imports']) =>
  filterBar(t, 'gifts', {
    brand: { choices: (names?.brands ?? []).map(({ id, name }) => ({ value: id, name })) },
    tag: {
      choices: (names?.groups ?? []).flatMap(({ name: group, tags }) =>
        tags.map(({ id, name }) => ({ value: id, name: `${group}: ${name}` })),
      ),
    },
    dimension: {
      label: 'attribute.dimensions',
      choices: (names?.dimensions ?? []).flatMap(
        ({ id: dimension, name: dimensionName, values }) => [
          { value: dimension, name: dimensionName },
          ...values.map(({ id, name }) => ({
            value: `${dimension}/${id}`,
            name: `${dimensionName}: ${name}`,
          })),
        ],
      ),
    },
    category: { choices: (names?.categories ?? []).map(({ id, name }) => ({ value: id, name })) },
    active: { label: 'onSale', name: (value) => t(value === 'yes' ? 'isOnSale' : 'isNotOnSale') },
    not_in: { label: 'notIn' },
    points: { label: 'atMostPoints' },
    missing: { label: 'languageMissing', name: (language) => t(`in.${language}`) },
    stock: {
      name: (value) => t(STOCK_LABELS[value]),
    },
    retired: { name: (value) => t(value === 'yes' ? 'isRetired' : 'isNotRetired') },
    import: { label: 'changeKind.import', choices: imports ?? [] },
  })
    .filter(({ key }) => key !== 'import' || imports !== null)
    // A link may name several menu items; the bar offers one.
    .map((filter): Filter =>
      filter.key === 'category' && filter.kind === 'multi-select'
        ? { ...filter, kind: 'select' }
        : filter,
    )

/** The most important state first: what stops recipients from getting the gift. */
function GiftState({ item, t }: { item: GiftItem; t: Translate }) {
  const { retired, active, in_stock, days_left, languages } = item
  if (retired) return <StatusMark kind="off">{t('isRetired')}</StatusMark>
  if (!active) return <StatusMark kind="off">{t('isNotOnSale')}</StatusMark>
  if (in_stock !== null && in_stock <= 0) return <StatusMark kind="bad">{t('soldOut')}</StatusMark>
  if (days_left !== null && days_left <= SOON_DAYS) {
    return <StatusMark kind="warn">{t('sellsOutIn', { count: days_left })}</StatusMark>
  }
  if (in_stock !== null && in_stock <= FEW_UNITS) {
    return <StatusMark kind="warn">{t('fewLeft')}</StatusMark>
  }
  const missing = allLanguages.filter((language) => !languages.includes(language))
  if (missing.length > 0) {
    return <StatusMark kind="warn">{t('noTextIn', { languages: missing.join(', ') })}</StatusMark>
  }
  return <StatusMark kind="done">{t('isOnSale')}</StatusMark>
}
