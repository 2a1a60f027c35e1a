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
  const { texts, filters, change } = panel
  return (
    <div className={css.bar}>
      {filterable ? <FilterDialog panel={panel} total={total} /> : null}
      {filterable ? <QuickChoices panel={panel} /> : null}
      <Count texts={texts} total={total} />
      <SortField
        texts={texts}
        sort={filters.sort}
        disabled={filters.exactFit}
        onSort={(sort) => change((filters) => ({ ...filters, sort }))}
      />
    </div>
  )
}

/** The number of gifts. While it is unknown, its space stays reserved. */
function Count({ texts, total }: { texts: PageTexts; total: number | null }) {
  if (total === null) return <p className={css.count} aria-hidden="true" />
  return <h2 className={css.count}>{countText(texts, total)}</h2>
}

/** The most used filters: exact fits, arrival before a day, and gifts by email. */
function QuickChoices({ panel }: { panel: FilterPanelProps }) {
  const { texts, filters, change, digital, homeBefore } = panel
  const { points } = useAmounts()
  const { order_total_points, voucher_points } = useCartTotals()
  const leftPoints = pointsLeft(order_total_points, voucher_points) ?? voucher_points
  const hasDigital = digital > 0 || filters.onlyDigital
  if (leftPoints === 0 && !hasDigital && !homeBefore) return null
  return (
    <div className={css.chips} role="group" aria-label={texts.text('quickChoices')}>
      {leftPoints > 0 ? (
        <Chip
          pressed={filters.exactFit}
          onToggle={() => change((filters) => ({ ...filters, exactFit: !filters.exactFit }))}
        >
          {texts.jsx('fitChip', { points: points(leftPoints) })}
        </Chip>
      ) : null}
      {homeBefore ? (
        <Chip
          pressed={filters.homeBefore === homeBefore.day}
          onToggle={() =>
            change((filters) => ({
              ...filters,
              homeBefore: filters.homeBefore === homeBefore.day ? '' : homeBefore.day,
            }))
          }
        >
          <Icon name="truck" />
          <span>{homeBefore.label}</span>
        </Chip>
      ) : null}
      {hasDigital ? (
        <Chip
          pressed={filters.onlyDigital}
          onToggle={() => change((filters) => ({ ...filters, onlyDigital: !filters.onlyDigital }))}
        >
          <Icon name="mail" />
          <span>{texts.jsx('onlyDigital')}</span>
        </Chip>
      ) : null}
    </div>
  )
}

export const countText = (texts: PageTexts, count: number) =>
  count === 1 ? texts.text('resultCountOne') : texts.text('resultCount', { count })

const SORT_TEXTS: Record<SortOrder, string> = {
  recommended: 'sortRecommended',
  sales_price_for_the_multitude_asc: 'sortPointsUp',
  sales_price_for_the_multitude_desc: 'sortPointsDown',
  name_asc: 'sortNameUp',
  name_desc: 'sortNameDown',
}

function SortField({
  texts,
  sort,
  disabled,
  onSort,
}: {
  texts: PageTexts
  sort: SortOrder
  disabled: boolean
  onSort: (sort: SortOrder) => void
}) {
  const id = useId()
  return (
    <div className={css.sort}>
      <label htmlFor={id}>{texts.jsx('sortLabel')}</label>
      <select
        id={id}
        className={css.select}
        value={sort}
        disabled={disabled}
        onChange={(event) => onSort(event.target.value as SortOrder)}
      >
        {SORT_ORDERS.map((order) => (
          <option key={order} value={order}>
            {texts.text(SORT_TEXTS[order])}
          </option>
        ))}
      </select>
    </div>
  )
}

function FilterDialog({ panel, total }: { panel: FilterPanelProps; total: number | null }) {
  const { open, show, hide } = useSheet('filters')
  const common = useTexts('websitetranslationcomponents')
  const { texts, filters, balance } = panel
  const filterCount = countFilters(filters, balance)
  return (
    <>
      <div className={css.filters}>
        <Button variant="quiet" className={css.opener} onClick={show}>
          <Icon name="filter" />
          <span>
            {texts.jsx('filterButton')}{' '}
            {filterCount > 0 ? texts.jsx('filtersOn', { count: filterCount }) : null}
          </span>
        </Button>
      </div>
      <Dialog
        open={open}
        onClose={hide}
        side="right"
        title={texts.jsx('filterTitle')}
        closeLabel={common.text('close')}
      >
        <FilterPanel {...panel} />
        <div className={css.show}>
          <Button wide onClick={hide}>
            {total === 1
              ? texts.jsx('showResultsOne')
              : texts.jsx('showResults', { count: total ?? '' })}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
