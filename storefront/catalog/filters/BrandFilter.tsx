import { useId } from 'react'

import { rememberAllBrands, remembersAllBrands } from '#storefront/catalog/filters/filter-memory.ts'
import { SESSION } from '#storefront/storage/browser-storage.ts'
import { useStored } from '#storefront/storage/use-stored.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import css from './FilterPanel.module.css'

export type BrandChoice = { brand_id: string; brand_name: string }

const COLLAPSED = 3

/** Three brands, including the selected ones, or all. With more than three selected, all are shown. */
export function BrandFilter({
  words,
  brands,
  selected,
  onSelect,
}: {
  words: PageTexts
  brands: BrandChoice[]
  selected: string[]
  onSelect: (brand: string, selected: boolean) => void
}) {
  // Renders again when the panel is reset.
  useStored(SESSION.filterProgress)
  const all = remembersAllBrands() || selected.length > COLLAPSED
  const listId = useId()
  if (brands.length === 0) return null
  const shown = all ? brands : firstBrands(brands, selected)
  return (
    <fieldset className={css.brands}>
      <legend className={css.legend}>{words.say('brandsTitle')}</legend>
      <div id={listId}>
        {shown.map(({ brand_id, brand_name }) => (
          <Checkbox
            key={brand_id}
            label={brand_name}
            checked={selected.includes(brand_id)}
            onChange={({ target }) => onSelect(brand_id, target.checked)}
          />
        ))}
      </div>
      {brands.length > COLLAPSED && selected.length <= COLLAPSED ? (
        <Button
          look="plain"
          className={css.toggle}
          aria-expanded={all}
          aria-controls={listId}
          onClick={() => rememberAllBrands(!all)}
        >
          {words.say(all ? 'showLess' : 'showAll')}
        </Button>
      ) : null}
    </fieldset>
  )
}

/** The selected brands, filled up with the first of the others. */
function firstBrands(brands: BrandChoice[], selected: string[]): BrandChoice[] {
  const isTicked = ({ brand_id }: BrandChoice) => selected.includes(brand_id)
  const others = brands.filter((brand) => !isTicked(brand))
  const free = COLLAPSED - (brands.length - others.length)
  const shown = new Set([...brands.filter(isTicked), ...others.slice(0, Math.max(0, free))])
  return brands.filter((brand) => shown.has(brand))
}
