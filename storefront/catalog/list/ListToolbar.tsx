import { useId } from 'react'

import { pointsLeft } from '#domain/vouchers/points.ts'
import { SORT_ORDERS, type SortOrder } from '#domain/catalog/sort-order.ts'
import { FilterPanel, type FilterPanelProps } from '#storefront/catalog/filters/FilterPanel.tsx'
import { countFilters } from '#storefront/catalog/filters/list-filters.ts'
import { useCartTotals } from '#storefront/product-card/use-cart-totals.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useSheet } from '#storefront/router/use-sheet.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Chip } from '#ui/components/Chip.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './ListToolbar.module.css'

type ListToolbarProps = { panel: FilterPanelProps; filterable: boolean; total: number | null }

/** The number of gifts and their order; on a phone also the filters. */
export function ListToolbar({ panel, filterable, total }: ListToolbarProps) {
  const { words, filters, change } = panel
  return (
    <div className={css.bar}>
      {filterable ? <FilterDialog panel={panel} total={total} /> : null}
      {filterable ? <QuickChoices panel={panel} /> : null}
      <Count words={words} total={total} />
      <SortField
        words={words}
        sort={filters.sort}
        disabled={filters.exactFit}
        onSort={(sort) => change((filters) => ({ ...filters, sort }))}
      />
    </div>
  )
}

/** After its space, so that its change moves no button. */
function Count({ words, total }: { words: PageTexts; total: number | null }) {
  if (total === null) return <p className={css.count} aria-hidden="true" />
  return <h2 className={css.count}>{countText(words, total)}</h2>
}

/** The most used filters: exact fits, and gifts without a parcel. */
function QuickChoices({ panel }: { panel: FilterPanelProps }) {
  const { words, filters, change, digital, arrives } = panel
  const { points } = useAmounts()
  const { order_total_points, voucher_points } = useCartTotals()
  const left = pointsLeft(order_total_points, voucher_points) ?? voucher_points
  const byMail = digital > 0 || filters.onlyDigital
  if (left === 0 && !byMail && !arrives) return null
  return (
    <div className={css.chips} role="group" aria-label={words.text('quickChoices')}>
      {left > 0 ? (
        <Chip
          on={filters.exactFit}
          onToggle={() => change((filters) => ({ ...filters, exactFit: !filters.exactFit }))}
        >
          {words.say('fitChip', { points: points(left) })}
        </Chip>
      ) : null}
      {arrives ? (
        <Chip
          on={filters.homeBefore === arrives.day}
          onToggle={() =>
            change((filters) => ({
              ...filters,
              homeBefore: filters.homeBefore === arrives.day ? '' : arrives.day,
            }))
          }
        >
          <Icon name="truck" />
          <span>{arrives.label}</span>
        </Chip>
      ) : null}
      {byMail ? (
        <Chip
          on={filters.onlyDigital}
          onToggle={() => change((filters) => ({ ...filters, onlyDigital: !filters.onlyDigital }))}
        >
          <Icon name="mail" />
          <span>{words.say('onlyDigital')}</span>
        </Chip>
      ) : null}
    </div>
  )
}

export const countText = (words: PageTexts, count: number) =>
  count === 1 ? words.text('resultCountOne') : words.text('resultCount', { count })

const SORT_TEXTS: Record<SortOrder, string> = {
  recommended: 'sortRecommended',
  sales_price_for_the_multitude_asc: 'sortPointsUp',
  sales_price_for_the_multitude_desc: 'sortPointsDown',
  name_asc: 'sortNameUp',
  name_desc: 'sortNameDown',
}

function SortField({
  words,
  sort,
  disabled,
  onSort,
}: {
  words: PageTexts
  sort: SortOrder
  disabled: boolean
  onSort: (sort: SortOrder) => void
}) {
  const id = useId()
  return (
    <div className={css.sort}>
      <label htmlFor={id}>{words.say('sortLabel')}</label>
      <select
        id={id}
        className={css.select}
        value={sort}
        disabled={disabled}
        onChange={(event) => onSort(event.target.value as SortOrder)}
      >
        {SORT_ORDERS.map((order) => (
          <option key={order} value={order}>
            {words.text(SORT_TEXTS[order])}
          </option>
        ))}
      </select>
    </div>
  )
}

function FilterDialog({ panel, total }: { panel: FilterPanelProps; total: number | null }) {
  const { open, show, hide } = useSheet('filters')
  const common = useTexts('websitetranslationcomponents')
  const { words, filters, balance } = panel
  const on = countFilters(filters, balance)
  return (
    <>
      <div className={css.filters}>
        <Button look="quiet" className={css.opener} onClick={show}>
          <Icon name="filter" />
          <span>
            {words.say('filterButton')} {on > 0 ? words.say('filtersOn', { count: on }) : null}
          </span>
        </Button>
      </div>
      <Dialog
        open={open}
        onClose={hide}
        side="right"
        title={words.say('filterTitle')}
        closeLabel={common.text('close')}
      >
        <FilterPanel {...panel} />
        <div className={css.show}>
          <Button wide onClick={hide}>
            {total === 1
              ? words.say('showResultsOne')
              : words.say('showResults', { count: total ?? '' })}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
