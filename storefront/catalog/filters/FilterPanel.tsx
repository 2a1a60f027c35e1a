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
  words: PageTexts
  balance: Balance
  brands: BrandChoice[]
  colours: ColourChoice[]
  /** The number of gifts sent by email. Without any, the filter is hidden. */
  digital: number
  /** The arrival day of the filter with its label; null if there is none. */
  arrives: { day: string; label: string } | null
  filters: ListFilters
  change: (alter: (filters: ListFilters) => ListFilters) => void
  reset: () => void
}

/** The filters of the list, the same beside it and in the phone's dialog. */
export function FilterPanel(props: FilterPanelProps) {
  const { words, balance, brands, colours, filters, change, reset } = props
  const { points } = useAmounts()
  const bounds = pointsBounds(balance)
  const idle =
    countFilters(filters, balance) === 0 && !filters.exactFit && filters.sort === 'recommended'
  return (
    <div className={css.panel}>
      <RangeSlider
        legend={words.say('pointsRange')}
        lowest={bounds.lowest}
        highest={bounds.highest}
        from={filters.range.from}
        to={filters.range.to}
        fromLabel={words.text('pointsFrom')}
        toLabel={words.text('pointsTo')}
        spoken={points}
        onFrom={(from) => change((filters) => withFrom(filters, from, balance))}
        onTo={(to) => change((filters) => withTo(filters, to, balance))}
      />
      <ColourFilter
        words={words}
        colours={colours}
        selected={filters.colours}
        onSelect={(colour, selected) =>
          change((filters) => ({
            ...filters,
            colours: withChoice(filters.colours, colour, selected),
          }))
        }
      />
      <Checks {...props} />
      <BrandFilter
        words={words}
        brands={brands}
        selected={filters.brands}
        onSelect={(brand, selected) =>
          change((filters) => ({
            ...filters,
            brands: withChoice(filters.brands, brand, selected),
          }))
        }
      />
      <Button look="plain" className={css.reset} aria-disabled={idle || undefined} onClick={reset}>
        {words.say('reset')}
      </Button>
    </div>
  )
}

const Checks = ({ words, balance, digital, arrives, filters, change }: FilterPanelProps) => (
  <div>
    {arrives ? (
      <Checkbox
        label={arrives.label}
        checked={filters.homeBefore === arrives.day}
        onChange={({ target: { checked } }) =>
          change((filters) => ({ ...filters, homeBefore: checked ? arrives.day : '' }))
        }
      />
    ) : null}
    {digital > 0 || filters.onlyDigital ? (
      <Checkbox
        label={words.say('onlyDigital')}
        checked={filters.onlyDigital}
        onChange={({ target: { checked } }) =>
          change((filters) => ({ ...filters, onlyDigital: checked }))
        }
      />
    ) : null}
    <Checkbox
      label={words.say('payExtra')}
      checked={filters.payExtra}
      onChange={({ target: { checked } }) =>
        change((filters) => withPayExtra(filters, checked, balance))
      }
    />
    <Checkbox
      label={words.say('onlySustainable')}
      checked={filters.onlySustainable}
      onChange={({ target: { checked } }) =>
        change((filters) => ({ ...filters, onlySustainable: checked }))
      }
    />
  </div>
)

const withChoice = (chosen: string[], one: string, selected: boolean) => {
  const others = chosen.filter((other) => other !== one)
  return selected ? [...others, one] : others
}

/** Beside the list from the small breakpoint on, in full height. */
export function FilterSidebar(props: FilterPanelProps) {
  const id = useId()
  return (
    <aside className={css.sidebar} aria-labelledby={id} data-filters>
      <div className={css.column}>
        <h2 id={id} className={css.title}>
          {props.words.say('filterTitle')}
        </h2>
        <FilterPanel {...props} />
      </div>
    </aside>
  )
}
