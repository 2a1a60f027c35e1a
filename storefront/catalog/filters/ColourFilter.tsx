import { useId, useState } from 'react'

import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Swatch } from '#ui/fields/Swatch.tsx'
import css from './FilterPanel.module.css'

export type ColourChoice = { colour_id: string; name: string; hexcode: string }

const COLLAPSED_COUNT = 15

/** The colours of the gifts, and always the selected ones. */
export function ColourFilter({
  texts,
  colours,
  selected,
  onSelect,
}: {
  texts: PageTexts
  colours: ColourChoice[]
  selected: string[]
  onSelect: (colour: string, selected: boolean) => void
}) {
  const [showsAll, setShowsAll] = useState(false)
  const listId = useId()
  if (colours.length === 0) return null
  const shown = showsAll
    ? colours
    : colours.filter(
        ({ colour_id }, index) => index < COLLAPSED_COUNT || selected.includes(colour_id),
      )
  return (
    <fieldset className={css.brands}>
      <legend className={css.legend}>{texts.jsx('coloursTitle')}</legend>
      <div id={listId} className={css.swatches}>
        {shown.map(({ colour_id, name, hexcode }) => (
          <Swatch
            key={colour_id}
            type="checkbox"
            label={name}
            hexcode={hexcode}
            checked={selected.includes(colour_id)}
            onChange={({ target }) => onSelect(colour_id, target.checked)}
          />
        ))}
      </div>
      {colours.length > COLLAPSED_COUNT ? (
        <Button
          variant="plain"
          className={css.toggle}
          aria-expanded={showsAll}
          aria-controls={listId}
          onClick={() => setShowsAll(!showsAll)}
        >
          {texts.jsx(showsAll ? 'showLess' : 'showAllColours')}
        </Button>
      ) : null}
    </fieldset>
  )
}
