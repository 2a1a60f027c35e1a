import { useEffect, useId, useState } from 'react'

import { AllUsed, FitTile, isSingle, unitsOf } from '#storefront/catalog/exact-fit/FitTile.tsx'
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
export function ExactFitGrid({ list, onLeave }: { list: PageTexts; onLeave: () => void }) {
  const texts = useTexts('websitetranslationcomponents')
  const { points } = useAmounts()
  const { left, fits, pending, outdated } = useExactFit({ always: true })
  const { add, adding } = useAddExactFit()
  const [added, setAdded] = useState(false)
  const id = useId()
  const announce = useAnnounce()
  const found =
    left === 0 || pending
      ? ''
      : fits.length === 0
        ? list.text('fitNone', { points: points(left) })
        : `${list.text('fitHeading', { points: points(left) })}. ${countOf(fits, list)}`
  useEffect(() => announce(found), [announce, found])

  if (left === 0) {
    return (
      <>
        {added ? <AllUsed words={texts} /> : null}
        <Leave list={list} onLeave={onLeave} />
      </>
    )
  }
  if (pending) return <GridLoading />
  if (fits.length === 0) {
    return (
      <div className={css.none}>
        <p>{list.say('fitNone', { points: points(left) })}</p>
        <Leave list={list} onLeave={onLeave} />
      </div>
    )
  }
  return (
    <section aria-labelledby={id} aria-busy={outdated || undefined}>
      <h2 id={id} className={css.title}>
        {list.say('fitHeading', { points: points(left) })}
      </h2>
      <p className={css.intro}>
        <strong>{countOf(fits, list)}.</strong> {texts.say('fitIntro')} {list.say('fitOrder')}
      </p>
      <Fits
        fits={fits}
        words={texts}
        total={points(left)}
        adding={adding}
        outdated={outdated}
        onAdd={async (fit) => setAdded(await add(fit))}
      />
    </section>
  )
}

/** '8 cadeaus, 12 combinaties'; without combinations only the gifts. */
function countOf(fits: Fit[], list: PageTexts): string {
  const singles = fits.filter(isSingle).length
  const combinations = fits.length - singles
  const together =
    combinations === 1
      ? list.text('fitCombinationsOne')
      : list.text('fitCombinations', { count: combinations })
  return [
    ...(singles > 0 ? [countText(list, singles)] : []),
    ...(combinations > 0 ? [together] : []),
  ].join(', ')
}

type FitsProps = {
  fits: Fit[]
  words: PageTexts
  total: string
  adding: string | null
  outdated: boolean
  onAdd: (fit: Fit) => Promise<void>
}

function Fits({ fits, words, total, adding, outdated, onAdd }: FitsProps) {
  const shared = useCardContext()
  return (
    <WishlistProvider>
      <ul className={css.fits}>
        {fits.map((fit) => (
          <li key={fit.key} className={css.fit}>
            <FitTile
              fit={fit}
              words={words}
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

function Leave({ list, onLeave }: { list: PageTexts; onLeave: () => void }) {
  return (
    <Button look="quiet" onClick={onLeave}>
      {list.say('allGifts')}
    </Button>
  )
}
