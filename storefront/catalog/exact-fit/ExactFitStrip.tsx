import { useId, useState } from 'react'

import { AllPointsUsed, FitTile, isSingle } from '#storefront/catalog/exact-fit/FitTile.tsx'
import { useCardContext } from '#storefront/product-card/ProductCard.tsx'
import {
  type Fit,
  useAddExactFit,
  useExactFit,
} from '#storefront/catalog/exact-fit/use-exact-fit.ts'
import { type RowScroll, useRowScroll } from '#storefront/product-card/use-row-scroll.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { IconButton } from '#ui/components/IconButton.tsx'
import { Skeleton } from '#ui/components/Skeleton.tsx'
import css from './ExactFitStrip.module.css'

/**
 * The gifts, pairs and triples that cost exactly the points left, each with a button that adds it. `quiet` if using all
 * points is optional. Otherwise the channel requires it before the order.
 */
export function ExactFitStrip({ quiet }: { quiet: boolean }) {
  const texts = useTexts('websitetranslationcomponents')
  const { points } = useAmounts()
  const { pointsLeft, fits, pending, outdated } = useExactFit()
  const { add, adding } = useAddExactFit()
  const shared = useCardContext()
  const [added, setAdded] = useState(false)
  const id = useId()
  const row = useRowScroll()

  if (pointsLeft === 0 && added) return <AllPointsUsed texts={texts} />
  if (!pending && fits.length === 0) return null
  return (
    <section
      className={css.strip}
      data-quiet={quiet || undefined}
      aria-labelledby={id}
      aria-busy={pending || outdated || undefined}
    >
      <div className={css.head}>
        <div className={css.words}>
          <h2 id={id} className={css.title}>
            {texts.jsx('fitTitle', { points: points(pointsLeft) })}
          </h2>
          <p className={css.intro}>{texts.jsx('fitIntro')}</p>
        </div>
        <Arrows row={row} texts={texts} />
      </div>
      <ul ref={row.box} className={css.fits}>
        {pending
          ? Array.from({ length: 4 }, (_, index) => (
              <li key={index} className={css.fit}>
                <Skeleton height="5.5rem" />
              </li>
            ))
          : mixSinglesAndCombinations(fits).map((fit) => (
              <li key={fit.key} className={css.fit}>
                <FitTile
                  fit={fit}
                  texts={texts}
                  total={points(pointsLeft)}
                  busy={adding === fit.key}
                  waiting={outdated || (adding !== null && adding !== fit.key)}
                  size="small"
                  shared={shared}
                  onAdd={async () => setAdded(await add(fit))}
                />
              </li>
            ))}
      </ul>
    </section>
  )
}

const FIRST_OF_EACH = 2

/** Shows single gifts and combinations in the first view. */
function mixSinglesAndCombinations(fits: Fit[]): Fit[] {
  const singles = fits.filter(isSingle)
  const combinations = fits.filter((fit) => !isSingle(fit))
  return [
    ...singles.slice(0, FIRST_OF_EACH),
    ...combinations.slice(0, FIRST_OF_EACH),
    ...singles.slice(FIRST_OF_EACH),
    ...combinations.slice(FIRST_OF_EACH),
  ]
}

/** For users who cannot swipe. Hidden if the complete row is visible. */
function Arrows({ row, texts }: { row: RowScroll; texts: PageTexts }) {
  if (row.isComplete) return null
  return (
    <div className={css.arrows}>
      <IconButton
        icon="chevron-left"
        label={texts.text('fitPrevious')}
        disabled={row.atStart}
        onClick={() => row.move(-1)}
      />
      <IconButton
        icon="chevron-right"
        label={texts.text('fitNext')}
        disabled={row.atEnd}
        onClick={() => row.move(1)}
      />
    </div>
  )
}
