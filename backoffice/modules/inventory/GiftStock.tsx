import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { StockCount } from '#backoffice/modules/inventory/StockCount.tsx'
import { isForecast } from '#backoffice/modules/inventory/days-left.ts'
import { StockMark } from '#backoffice/modules/inventory/StockStatus.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import { byUrgency } from '#domain/inventory/gift-stock.ts'

import css from './GiftStock.module.css'

const MAX_MOVEMENTS = 6

type StockLevel = StaffResponse<'stock'>['items'][number]
type StockVariant = { sku: string; name: string }

/** The levels of these variants. Variants that never run out have none. */
function useStockLevels(variants: readonly { sku: string }[]) {
  const { data } = useQuery({
    ...staffQuery('stock', { ids: variants.map(({ sku }) => sku).join(','), limit: 200 }),
    enabled: variants.length > 0,
  })
  return data?.items
}

/** The stock of a gift by variant, the most urgent first. A count has its own form, apart from those of the gift. */
export function GiftStock({
  variants,
  mayCorrect,
}: {
  variants: readonly StockVariant[]
  mayCorrect: boolean
}) {
  const t = useTranslate()
  const levels = useStockLevels(variants)
  if (!levels) return null
  const rows = variants
    .map((variant) => ({ variant, level: levels.find(({ sku }) => sku === variant.sku) }))
    .toSorted((one, other) => byUrgency(one.level ?? ENDLESS, other.level ?? ENDLESS))
  const isFine = ({ level }: Row) => (level ?? ENDLESS).state === 'fine'
  const fineRows = rows.filter(isFine)
  const isFolded = fineRows.length > MAX_UNFOLDED
  const renderRows = (shown: readonly Row[]) => (
    <ul className={css.variants}>
      {shown.map((row) => (
        <li key={row.variant.sku}>
          <Variant {...row} mayCorrect={mayCorrect} />
        </li>
      ))}
    </ul>
  )
  if (!isFolded) return renderRows(rows)
  return (
    <>
      {fineRows.length < rows.length ? renderRows(rows.filter((row) => !isFine(row))) : null}
      <details>
        <summary className={css.summary}>
          {t('variantsInStock', { count: fineRows.length })}
        </summary>
        {renderRows(fineRows)}
      </details>
    </>
  )
}

type Row = { variant: StockVariant; level: StockLevel | undefined }

const ENDLESS = { state: 'fine', days_left: null } as const
/** If more variants than these have enough stock, they are folded. */
const MAX_UNFOLDED = 3

function Variant({
  variant: { sku, name },
  level,
  mayCorrect,
}: {
  variant: StockVariant
  level: StockLevel | undefined
  mayCorrect: boolean
}) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={css.summary}>
        <span className={css.name}>{name}</span>
        <span className={css.level}>{level ? levelText(t, level) : t('neverRunsOut')}</span>
        {level ? <StockMark state={level.state} /> : null}
      </summary>
      {open ? <VariantDetails sku={sku} name={name} mayCorrect={mayCorrect} /> : null}
    </details>
  )
}

const levelText = (t: Translate, { on_hand, days_left }: StockLevel) =>
  [
    t('countInStock', { count: on_hand }),
    isForecast(days_left) ? t('sellsOutIn', { count: days_left }) : '',
  ]
    .filter(Boolean)
    .join(' · ')

function VariantDetails({ sku, name, mayCorrect }: StockVariant & { mayCorrect: boolean }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('stockItem', { sku }))
  if (!data) return null
  const { stockLevel, moves } = data
  return (
    <div className={css.opened}>
      <dl className={css.facts}>
        <dt>{t('articleCode')}</dt>
        <dd>{sku}</dd>
        {stockLevel ? (
          <>
            <dt>{t('reserved')}</dt>
            <dd>{stockLevel.reserved}</dd>
            <dt>{t('warehouse')}</dt>
            <dd>{stockLevel.warehouse ? stockLevel.warehouse.on_hand : '–'}</dd>
          </>
        ) : null}
      </dl>
      {mayCorrect ? (
        <StockCount
          sku={sku}
          name={name}
          onHand={stockLevel?.on_hand ?? null}
          lastBy={moves[0]?.by ?? null}
        />
      ) : null}
      {moves.length > 0 ? <Movements moves={moves.slice(0, MAX_MOVEMENTS)} /> : null}
    </div>
  )
}

function Movements({ moves }: { moves: StaffResponse<'stockItem'>['moves'] }) {
  const t = useTranslate()
  return (
    <ol className={css.moves} aria-label={t('moves')}>
      {moves.map(({ id, at, quantity, reason, order, by, note }) => (
        <li key={id}>
          <span>
            {quantity > 0 ? `+${quantity}` : quantity} {t(`move.${reason}`)}
            {order ? (
              <BackofficeLink to={`/backoffice/orders/${order}`}> {order}</BackofficeLink>
            ) : null}
            {by ? <span className={css.soft}> · {by}</span> : null}
            {note ? <q> {note}</q> : null}
          </span>
          <DateTime at={at} />
        </li>
      ))}
    </ol>
  )
}
