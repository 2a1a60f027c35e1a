import { useId } from 'react'

import { rememberAllBrands, remembersAllBrands } from '#storefront/catalog/filters/filter-memory.ts'
import { SESSION } from '#storefront/storage/browser-storage.ts'
import { useStored } from '#storefront/storage/use-stored.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import css from './FilterPanel.module.css'

export type BrandChoice = { brand_id: string; brand_name: string }

const COLLAPSED_COUNT = 3

/** Three brands, including the selected ones, or all. With more than three selected, all are shown. */
export function BrandFilter({
  texts,
  brands,
  selected,
  onSelect,
}: {
  texts: PageTexts
  brands: BrandChoice[]
  selected: string[]
  onSelect: (brand: string, selected: boolean) => void
}) {
  // Renders again when the filters are reset.
  useStored(SESSION.filterProgress)
  const showsAll = remembersAllBrands() || selected.length > COLLAPSED_COUNT
  const listId = useId()
  if (brands.length === 0) return null
  const shown = showsAll ? brands : firstBrands(brands, selected)
  return (
    <fieldset className={css.brands}>
      <legend className={css.legend}>{texts.jsx('brandsTitle')}</legend>
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
      {brands.length > COLLAPSED_COUNT && selected.length <= COLLAPSED_COUNT ? (
        <Button
          variant="plain"
          className={css.toggle}
          aria-expanded={showsAll}
          aria-controls={listId}
          onClick={() => rememberAllBrands(!showsAll)}
        >
          {texts.jsx(showsAll ? 'showLess' : 'showAll')}
        </Button>
      ) : null}
    </fieldset>
  )
}

/** The selected brands, filled up with the first of the others. */
function firstBrands(brands: BrandChoice[], selected: string[]): BrandChoice[] {
  const isSelected = ({ brand_id }: BrandChoice) => selected.includes(brand_id)
  const others = brands.filter((brand) => !isSelected(brand))
  const free = COLLAPSED_COUNT - (brands.length - others.length)
  const shown = new Set([...brands.filter(isSelected), ...others.slice(0, Math.max(0, free))])
  return brands.filter((brand) => shown.has(brand))
}
