import { useMemo } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { Sparkline } from '#backoffice/kit/charts/Sparkline.tsx'
import { GiftWithPicture } from '#backoffice/kit/display/GiftImage.tsx'
import { daysLeftText, isForecast } from '#backoffice/modules/inventory/days-left.ts'
import { StockCounts } from '#backoffice/modules/inventory/StockCounts.tsx'
import {
  GiftStockMark,
  STOCK_LABELS,
  StockMark,
} from '#backoffice/modules/inventory/StockStatus.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  type Column,
  noColumn,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

import { byUrgency } from '#domain/inventory/gift-stock.ts'

import css from './StockPage.module.css'

type StockGift = StaffResponse<'stockGifts'>['items'][number]
type Variant = StockGift['variants'][number]

/** Stock by gift. Gifts that sell out soonest come first. */
export function StockPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const list = useMemo(() => stockGiftList(t), [t])
  const countRequest = useAction('requestWarehouseCount', {
    done: ({ differ }) => t('warehouseStockRead', { differ }),
  })
  return (
    <ListPage
      list={list}
      title="stock"
      actions={
        staff.permissions.includes('stock.correct') ? (
          <ActionButton
            variant="main"
            busy={countRequest.busy}
            onClick={() => void countRequest.run({})}
          >
            {t('checkWarehouseStock')}
          </ActionButton>
        ) : null
      }
      folders={<StockCounts />}
    />
  )
}

const stockGiftList = (t: Translate): ListDefinition<StockGift> => ({
  name: 'stock',
  countLabel: 'giftsCounted',
  searchLabel: 'giftSearch',
  columns: stockColumns(t),
  filters: filterBar(t, 'stock', {
    state: { name: (state) => t(STOCK_LABELS[state]) },
    ends: { label: 'sellsOut', name: () => t('withinWeek') },
    differs: { label: 'warehouseDiffers', name: () => t('differs') },
  }),
  defaultSort: defaultSorts.stock,
  fetchPage: (query) => fetchBackoffice('stockGifts', query as StaffInput<'stockGifts'>),
  csvHref: ({ ids, ...query }) =>
    staffAddress('stock', { ...query, ...(ids ? { gifts: ids } : {}), as: 'csv' }),
  idOf: ({ gift }) => gift,
  childKeys: (gift) => variantsOf(gift, ({ state }) => state !== 'fine'),
  foldedChildren: {
    keys: (gift) => variantsOf(gift, ({ state }) => state === 'fine'),
    label: (count) => t('variantsInStock', { count }),
  },
  nameOf: ({ name }) => name,
  hrefOf: ({ gift }) => `/backoffice/gifts/${gift}`,
  emptyText: t('noStockTracked'),
  emptyPicture: 'box',
  emptyLink: { to: '/backoffice/gifts', label: 'toGifts' },
})

/** The SKUs of its variants, the most urgent first. None if the gift has only one. */
const variantsOf = ({ variants }: StockGift, isIncluded: (variant: Variant) => boolean) =>
  variants.length === 1
    ? []
    : variants
        .filter(isIncluded)
        .toSorted(byUrgency)
        .map(({ sku }) => sku)

/** A column that shows the same for a gift and for each of its variants. */
const sameCell = (
  cell: (level: StockGift | Variant) => React.ReactNode,
): Pick<Column<StockGift>, 'cell' | 'childCell'> => ({ cell, childCell: variantCell(cell) })

const sameCellOnPhone = (
  cell: (level: StockGift | Variant) => React.ReactNode,
): Pick<Column<StockGift>, 'onPhone' | 'childOnPhone'> => ({
  onPhone: cell,
  childOnPhone: variantCell(cell),
})

const variantCell =
  (cell: (level: Variant) => React.ReactNode) =>
  ({ variants }: StockGift, key: string) => {
    const variant = variants.find(({ sku }) => sku === key)
    return variant ? cell(variant) : null
  }

/** Days of a variant say nothing about the stock of the whole gift. */
const hasVariants = (level: StockGift | Variant) => 'variants' in level && level.variants.length > 1

const daysOf = (level: StockGift | Variant) => (hasVariants(level) ? null : level.days_left)

const salesLine = (sales: readonly number[]) =>
  sales.some((sold) => sold > 0) ? <Sparkline values={sales} /> : null

const stateMark = (level: StockGift | Variant) =>
  'variants' in level ? <GiftStockMark gift={level} /> : <StockMark state={level.state} />

function differenceText(difference: number | null) {
  if (difference === null) return '–'
  if (difference === 0) return '='
  return difference > 0 ? `+${difference}` : difference
}

const differenceOf = (level: StockGift | Variant) =>
  'variants' in level
    ? level.difference
    : level.warehouse
      ? level.warehouse.on_hand - level.on_hand
      : null

const salesColumns = (t: Translate): Pick<Columns<StockGift>, 'sold' | 'sales' | 'days_left'> => ({
  sold: {
    label: 'soldFourWeeks',
    sortKey: 'sold',
    numeric: true,
    ...sameCell(({ sold }) => sold || '–'),
  },
  sales: {
    label: 'salesPerDay',
    cell: ({ sales }) => salesLine(sales),
    // Empty if only this variant was sold: its line would be that of the gift.
    childCell: (gift, key) =>
      variantCell(({ sales }) =>
        sales.some((sold, day) => sold !== gift.sales[day]) ? salesLine(sales) : null,
      )(gift, key),
  },
  days_left: {
    label: 'daysLeft',
    sortKey: 'risk',
    numeric: true,
    phonePosition: 'c',
    ...sameCellOnPhone((level) => {
      const days = daysOf(level)
      return isForecast(days) ? t('sellsOutIn', { count: days }) : null
    }),
    ...sameCell((level) => (hasVariants(level) ? null : daysLeftText(t, level.days_left))),
  },
})

const stockColumns = (t: Translate): Columns<StockGift> => ({
  name: {
    label: 'gift',
    sortKey: 'name',
    wraps: true,
    phonePosition: 'a',
    cell: ({ name, picture }) => <GiftWithPicture file={picture}>{name}</GiftWithPicture>,
    childCell: ({ variants }, key) => (
      <span className={css.variant}>{variants.find(({ sku }) => sku === key)?.variant || key}</span>
    ),
  },
  sku: {
    label: 'articleCode',
    defaultVisible: false,
    cell: ({ variants: [first, second] }) => (second ? null : first?.sku),
    childCell: (_, key) => key,
  },
  on_hand: {
    label: 'onHand',
    sortKey: 'on_hand',
    numeric: true,
    phonePosition: 'b',
    ...sameCellOnPhone(({ on_hand }) => t('unit.inStock', { count: on_hand })),
    ...sameCell(({ on_hand }) => on_hand),
  },
  reserved: {
    label: 'reserved',
    numeric: true,
    defaultVisible: false,
    ...sameCell(({ reserved }) => reserved || '–'),
  },
  ...salesColumns(t),
  difference: {
    label: 'warehouseDiffers',
    sortKey: 'difference',
    numeric: true,
    ...sameCell((level) => differenceText(differenceOf(level))),
  },
  state: {
    label: 'state',
    phonePosition: 'd',
    ...sameCell(stateMark),
  },
  ...noColumn('gift', 'picture', 'variants'),
})
