import { useId } from 'react'

import { pointsBounds } from '#domain/catalog/points-range.ts'
import type { Balance } from '#domain/vouchers/points.ts'
import { BrandFilter, type BrandChoice } from '#storefront/catalog/filters/BrandFilter.tsx'
import { type ColourChoice, ColourFilter } from '#storefront/catalog/filters/ColourFilter.tsx'
import {
  countFilters,
  type ListFilters,
  withFrom,
  withPayExtra,
  withTo,
} from '#storefront/catalog/filters/list-filters.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { RangeSlider } from '#ui/fields/RangeSlider.tsx'
import css from './FilterPanel.module.css'

export type FilterPanelProps = {
  texts: PageTexts
  balance: Balance
  brands: BrandChoice[]
  colours: ColourChoice[]
  /** The number of gifts sent by email. Without any, the filter is hidden. */
  digital: number
  /** The arrival day to filter by and its label; null if there is none. */
  homeBefore: { day: string; label: string } | null
  filters: ListFilters
  change: (alter: (filters: ListFilters) => ListFilters) => void
  reset: () => void
}

/** The filters of the list, for the sidebar and for the dialog on a phone. */
export function FilterPanel(props: FilterPanelProps) {
  const { texts, balance, brands, colours, filters, change, reset } = props
  const { points } = useAmounts()
  const bounds = pointsBounds(balance)
  const hasNoFilters =
    countFilters(filters, balance) === 0 && !filters.exactFit && filters.sort === 'recommended'
  return (
    <div className={css.panel}>
      <RangeSlider
        legend={texts.jsx('pointsRange')}
        lowest={bounds.lowest}
        highest={bounds.highest}
        from={filters.range.from}
        to={filters.range.to}
        fromLabel={texts.text('pointsFrom')}
        toLabel={texts.text('pointsTo')}
        valueText={points}
        onFrom={(from) => change((filters) => withFrom(filters, from, balance))}
        onTo={(to) => change((filters) => withTo(filters, to, balance))}
      />
      <ColourFilter
        texts={texts}
        colours={colours}
        selected={filters.colours}
        onSelect={(colour, selected) =>
          change((filters) => ({
            ...filters,
            colours: withChoice(filters.colours, colour, selected),
          }))
        }
      />
      <CheckboxFilters {...props} />
      <BrandFilter
        texts={texts}
        brands={brands}
        selected={filters.brands}
        onSelect={(brand, selected) =>
          change((filters) => ({
            ...filters,
            brands: withChoice(filters.brands, brand, selected),
          }))
        }
      />
      <Button
        variant="plain"
        className={css.reset}
        aria-disabled={hasNoFilters || undefined}
        onClick={reset}
      >
        {texts.jsx('reset')}
      </Button>
    </div>
  )
}

const CheckboxFilters = ({
  texts,
  balance,
  digital,
  homeBefore,
  filters,
  change,
}: FilterPanelProps) => (
  <div>
    {homeBefore ? (
      <Checkbox
        label={homeBefore.label}
        checked={filters.homeBefore === homeBefore.day}
        onChange={({ target: { checked } }) =>
          change((filters) => ({ ...filters, homeBefore: checked ? homeBefore.day : '' }))
        }
      />
    ) : null}
    {digital > 0 || filters.onlyDigital ? (
      <Checkbox
        label={texts.jsx('onlyDigital')}
        checked={filters.onlyDigital}
        onChange={({ target: { checked } }) =>
          change((filters) => ({ ...filters, onlyDigital: checked }))
        }
      />
    ) : null}
    <Checkbox
      label={texts.jsx('payExtra')}
      checked={filters.payExtra}
      onChange={({ target: { checked } }) =>
        change((filters) => withPayExtra(filters, checked, balance))
      }
    />
    <Checkbox
      label={texts.jsx('onlySustainable')}
      checked={filters.onlySustainable}
      onChange={({ target: { checked } }) =>
        change((filters) => ({ ...filters, onlySustainable: checked }))
      }
    />
  </div>
)

const withChoice = (chosen: string[], value: string, selected: boolean) => {
  const others = chosen.filter((other) => other !== value)
  return selected ? [...others, value] : others
}

/** The filters beside the list, on screens wider than a phone. */
export function FilterSidebar(props: FilterPanelProps) {
  const id = useId()
  return (
    <aside className={css.sidebar} aria-labelledby={id} data-filters>
      <div className={css.column}>
        <h2 id={id} className={css.title}>
          {props.texts.jsx('filterTitle')}
        </h2>
        <FilterPanel {...props} />
      </div>
    </aside>
  )
}
