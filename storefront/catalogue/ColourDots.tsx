import type { ProductCard } from '#contract/catalogue-api.ts'
import type { Words } from '#storefront/words.tsx'
import css from './ColourDots.module.css'

const SHOWN = 5

/** The colours a gift comes in: dots to be seen, names to be heard and to be shown on a long look. */
export function ColourDots({ colours, words }: { colours: ProductCard['colours']; words: Words }) {
  if (colours.length === 0) return null
  const names = colours.map(({ name }) => name).join(', ')
  const more = colours.length - SHOWN
  return (
    <span className={css.dots} title={names}>
      <span className="visually-hidden">{words.say('colours', { colours: names })}</span>
      {colours.slice(0, SHOWN).map(({ hexcode }) => (
        <span
          key={hexcode}
          className={css.dot}
          style={{ background: hexcode }}
          data-colour={hexcode}
          aria-hidden="true"
        />
      ))}
      {more > 0 ? (
        <span className={css.more} aria-hidden="true">
          {words.say('moreColours', { count: more })}
        </span>
      ) : null}
    </span>
  )
}
