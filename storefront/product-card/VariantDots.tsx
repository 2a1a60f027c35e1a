import type { ProductCard } from '#contract/catalog/catalog.shop.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import css from './VariantDots.module.css'

const MAX_DOTS = 5

/**
 * The variants of a gift: dots for its colours, words if the variants do not differ by at least two colours. Screen
 * readers and tooltips get the names.
 */
export function VariantDots({
  gift: { colours, has_other_variants: others },
  words,
}: {
  gift: Pick<ProductCard, 'colours' | 'has_other_variants'>
  words: PageTexts
}) {
  const inWords = others && colours.length < 2
  if (colours.length === 0 && !inWords) return null
  const names = colours.map(({ name }) => name).join(', ')
  const more = colours.length - MAX_DOTS
  return (
    <span className={css.dots} title={names || words.text('otherVariants')}>
      {names ? (
        <span className="visually-hidden">{words.say('colours', { colours: names })}</span>
      ) : null}
      {colours.slice(0, MAX_DOTS).map(({ hexcode }) => (
        <span
          key={hexcode}
          className={css.dot}
          style={{ background: hexcode }}
          data-colour={hexcode}
          aria-hidden="true"
        />
      ))}
      {inWords ? <span className={css.more}>{words.say('otherVariants')}</span> : null}
      {more > 0 ? (
        <span className={css.more} aria-hidden="true">
          {words.say('moreColours', { count: more })}
        </span>
      ) : null}
    </span>
  )
}
