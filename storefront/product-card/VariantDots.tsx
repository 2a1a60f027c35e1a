import type { ProductCard } from '#contract/catalog/catalog.shop.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import css from './VariantDots.module.css'

const MAX_DOTS = 5

/**
 * The variants of a gift: dots for its colours, or a text if the variants do not differ by at least two colours.
 * Screen readers and tooltips get the names.
 */
export function VariantDots({
  gift: { colours, has_other_variants: hasOthers },
  texts,
}: {
  gift: Pick<ProductCard, 'colours' | 'has_other_variants'>
  texts: PageTexts
}) {
  const showsText = hasOthers && colours.length < 2
  if (colours.length === 0 && !showsText) return null
  const names = colours.map(({ name }) => name).join(', ')
  const hiddenDots = colours.length - MAX_DOTS
  return (
    <span className={css.dots} title={names || texts.text('otherVariants')}>
      {names ? (
        <span className="visually-hidden">{texts.jsx('colours', { colours: names })}</span>
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
      {showsText ? <span className={css.more}>{texts.jsx('otherVariants')}</span> : null}
      {hiddenDots > 0 ? (
        <span className={css.more} aria-hidden="true">
          {texts.jsx('moreColours', { count: hiddenDots })}
        </span>
      ) : null}
    </span>
  )
}
