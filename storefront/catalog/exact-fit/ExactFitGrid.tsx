import { useEffect, useId, useState } from 'react'

import {
  AllPointsUsed,
  FitTile,
  isSingle,
  unitsOf,
} from '#storefront/catalog/exact-fit/FitTile.tsx'
import { useCardContext } from '#storefront/product-card/ProductCard.tsx'
import { WishlistProvider } from '#storefront/product-card/WishlistContext.tsx'
import { countText } from '#storefront/catalog/list/ListToolbar.tsx'
import { GridLoading } from '#storefront/catalog/list/GiftGrid.tsx'
import {
  type Fit,
  useAddExactFit,
  useExactFit,
} from '#storefront/catalog/exact-fit/use-exact-fit.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Button } from '#ui/components/Button.tsx'
import css from './ExactFitGrid.module.css'

/** Replaces the gift list: the gifts, pairs and triples that cost exactly the remaining points. */
export function ExactFitGrid({
  listTexts,
  onLeave,
}: {
  listTexts: PageTexts
  onLeave: () => void
}) {
  const texts = useTexts('websitetranslationcomponents')
  const { points } = useAmounts()
  const { pointsLeft, fits, pending, outdated } = useExactFit({ always: true })
  const { add, adding } = useAddExactFit()
  const [added, setAdded] = useState(false)
  const id = useId()
  const announce = useAnnounce()
  const hasResult = pointsLeft > 0 && !pending
  const resultText = hasResult ? fitResultText(fits, points(pointsLeft), listTexts) : ''
  useEffect(() => announce(resultText), [announce, resultText])

  if (pointsLeft === 0) {
    return (
      <>
        {added ? <AllPointsUsed texts={texts} /> : null}
        <AllGiftsButton listTexts={listTexts} onLeave={onLeave} />
      </>
    )
  }
  if (pending) return <GridLoading />
  if (fits.length === 0) {
    return (
      <div className={css.none}>
        <p>{listTexts.jsx('fitNone', { points: points(pointsLeft) })}</p>
        <AllGiftsButton listTexts={listTexts} onLeave={onLeave} />
      </div>
    )
  }
  return (
    <section aria-labelledby={id} aria-busy={outdated || undefined}>
      <h2 id={id} className={css.title}>
        {listTexts.jsx('fitHeading', { points: points(pointsLeft) })}
      </h2>
      <p className={css.intro}>
        <strong>{fitCountText(fits, listTexts)}.</strong> {texts.jsx('fitIntro')}{' '}
        {listTexts.jsx('fitOrder')}
      </p>
      <Fits
        fits={fits}
        texts={texts}
        total={points(pointsLeft)}
        adding={adding}
        outdated={outdated}
        onAdd={async (fit) => setAdded(await add(fit))}
      />
    </section>
  )
}

function fitResultText(fits: Fit[], points: string, listTexts: PageTexts): string {
  if (fits.length === 0) return listTexts.text('fitNone', { points })
  return `${listTexts.text('fitHeading', { points })}. ${fitCountText(fits, listTexts)}`
}

/** '8 cadeaus, 12 combinaties'. A zero is left out. */
function fitCountText(fits: Fit[], listTexts: PageTexts): string {
  const singles = fits.filter(isSingle).length
  const combinations = fits.length - singles
  const combinationsText =
    combinations === 1
      ? listTexts.text('fitCombinationsOne')
      : listTexts.text('fitCombinations', { count: combinations })
  return [
    ...(singles > 0 ? [countText(listTexts, singles)] : []),
    ...(combinations > 0 ? [combinationsText] : []),
  ].join(', ')
}

type FitsProps = {
  fits: Fit[]
  texts: PageTexts
  total: string
  adding: string | null
  outdated: boolean
  onAdd: (fit: Fit) => Promise<void>
}

function Fits({ fits, texts, total, adding, outdated, onAdd }: FitsProps) {
  const shared = useCardContext()
  return (
    <WishlistProvider>
      <ul className={css.fits}>
        {fits.map((fit) => (
          <li key={fit.key} className={css.fit}>
            <FitTile
              fit={fit}
              texts={texts}
              total={total}
              sizes={
                unitsOf(fit).length === 1
                  ? '(width < 37.5rem) 46vw, 300px'
                  : '(width < 37.5rem) 23vw, 150px'
              }
              busy={adding === fit.key}
              waiting={outdated || (adding !== null && adding !== fit.key)}
              size="medium"
              shared={shared}
              onAdd={async () => onAdd(fit)}
            />
          </li>
        ))}
      </ul>
    </WishlistProvider>
  )
}

function AllGiftsButton({ listTexts, onLeave }: { listTexts: PageTexts; onLeave: () => void }) {
  return (
    <Button variant="quiet" onClick={onLeave}>
      {listTexts.jsx('allGifts')}
    </Button>
  )
}
