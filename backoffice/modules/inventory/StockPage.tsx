import { useMemo } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { GiftWithPicture } from '#backoffice/kit/display/GiftImage.tsx'
import { StockMark } from '#backoffice/modules/inventory/StockStatus.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import type { Column, ListOf } from '#backoffice/kit/list/list-definition.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type StockLevel = StaffResponse<'stock'>['items'][number]

/** All stock levels. Stock at risk comes first. */
export function StockPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const list = useMemo(() => stockLevelList(t), [t])
  const ask = useAction('askWarehouse', {
    done: ({ asked, differ }) => t('warehouseAsked', { count: asked, differ }),
  })
  return (
    <ListPage
      list={list}
      title="stock"
      acts={
        staff.permissions.includes('stock.correct') ? (
          <ActionButton look="main" busy={ask.busy} onClick={() => void ask.run({})}>
            {t('askTheWarehouse')}
          </ActionButton>
        ) : null
      }
    />
  )
}

const stockLevelList = (t: Translate): ListOf<StockLevel> => ({
  name: 'stock',
  counted: 'shelvesCounted',
  searchWord: 'giftSearch',
  columns: stockColumns,
  filters: [
    {
      key: 'state',
      word: 'state',
      kind: 'some',
      choices: [
        { value: 'out', name: t('soldOut') },
        { value: 'at-risk', name: t('atRisk') },
        { value: 'low', name: t('fewLeft') },
        { value: 'fine', name: t('inStock') },
      ],
    },
    {
      key: 'differs',
      word: 'warehouseDiffers',
      kind: 'one',
      choices: [{ value: 'yes', name: t('differs') }],
    },
  ],
  usualSort: 'risk',
  ask: (asked) => fetchBackoffice('stock', asked as StaffInput<'stock'>),
  csv: (asked) => staffAddress('stock', { ...asked, as: 'csv' }),
  idOf: ({ sku }) => sku,
  nameOf: ({ name, sku }) => `${name} ${sku}`,
  hrefOf: ({ gift }) => `/backoffice/gifts/${gift}`,
  empty: <p>{t('noShelvesYet')}</p>,
})

const stockColumns: readonly Column<StockLevel>[] = [
  {
    key: 'name',
    word: 'gift',
    sort: 'name',
    wraps: true,
    phone: 'a',
    cell: ({ name, picture }) => <GiftWithPicture file={picture}>{name}</GiftWithPicture>,
  },
  { key: 'sku', word: 'articleCode', phone: 'c', cell: ({ sku }) => sku },
  {
    key: 'on_hand',
    word: 'onHand',
    sort: 'on_hand',
    number: true,
    phone: 'b',
    cell: ({ on_hand }) => on_hand,
  },
  { key: 'reserved', word: 'reserved', number: true, cell: ({ reserved }) => reserved || '–' },
  {
    key: 'sold',
    word: 'soldFourWeeks',
    sort: 'sold',
    number: true,
    cell: ({ sold }) => sold || '–',
  },
  {
    key: 'days_left',
    word: 'daysLeft',
    sort: 'risk',
    number: true,
    cell: ({ days_left }) => days_left ?? '–',
  },
  {
    key: 'warehouse',
    word: 'warehouseDiffers',
    sort: 'difference',
    number: true,
    cell: ({ warehouse, on_hand }) => {
      if (!warehouse) return '–'
      const by = warehouse.on_hand - on_hand
      return by === 0 ? '=' : by > 0 ? `+${by}` : by
    },
  },
  { key: 'state', word: 'state', phone: 'd', cell: ({ state }) => <StockMark state={state} /> },
]
