import { useId, useState } from 'react'

import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Swatch } from '#ui/fields/Swatch.tsx'
import css from './FilterPanel.module.css'

export type ColourChoice = { colour_id: string; name: string; hexcode: string }

const COLLAPSED = 15

/** The colours of the gifts, and always the selected ones. */
export function ColourFilter({
  words,
  colours,
  selected,
  onSelect,
}: {
  words: PageTexts
  colours: ColourChoice[]
  selected: string[]
  onSelect: (colour: string, selected: boolean) => void
}) {
  const [all, setAll] = useState(false)
  const listId = useId()
  if (colours.length === 0) return null
  const shown = all
    ? colours
    : colours.filter(({ colour_id }, at) => at < COLLAPSED || selected.includes(colour_id))
  return (
    <fieldset className={css.brands}>
      <legend className={css.legend}>{words.say('coloursTitle')}</legend>
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
      {colours.length > COLLAPSED ? (
        <Button
          look="plain"
          className={css.toggle}
          aria-expanded={all}
          aria-controls={listId}
          onClick={() => setAll(!all)}
        >
          {words.say(all ? 'showLess' : 'showAllColours')}
        </Button>
      ) : null}
    </fieldset>
  )
}
