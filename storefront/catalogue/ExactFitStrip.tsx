import { useEffect, useId, useRef, useState } from 'react'

import { languages } from '#domain/language.ts'
import { spokenName } from '#domain/spoken-name.ts'
import { type Fit, useAddFit, useExactFit } from '#storefront/catalogue/use-exact-fit.ts'
import { type RowPlace, useRowPlace } from '#storefront/catalogue/use-row-place.ts'
import { ShopLink } from '#storefront/ShopLink.tsx'
import { useAmounts } from '#storefront/use-amounts.ts'
import { useLanguage } from '#storefront/use-language.ts'
import { useWords, type Words } from '#storefront/words.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Picture } from '#ui/Picture.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './ExactFitStrip.module.css'

/** With points left: the gifts, pairs and triples that use them exactly, each in the cart with one click. */
export function ExactFitStrip({ heading: Heading = 'h3' }: { heading?: 'h2' | 'h3' }) {
  const words = useWords('websitetranslationcomponents')
  const { points } = useAmounts()
  const { left, fits, pending, outdated } = useExactFit()
  const { add, adding } = useAddFit()
  const [added, setAdded] = useState(false)
  const id = useId()
  const row = useRowPlace()

  if (left === 0 && added) return <AllUsed words={words} />
  if (!pending && fits.length === 0) return null
  return (
    <section
      className={css.strip}
      aria-labelledby={id}
      aria-busy={pending || outdated || undefined}
    >
      <div className={css.head}>
        <div className={css.words}>
          <Heading id={id} className={css.title}>
            {words.say('fitTitle', { points: points(left) })}
          </Heading>
          <p className={css.intro}>{words.say('fitIntro')}</p>
        </div>
        <Arrows row={row} words={words} />
      </div>
      <ul ref={row.box} className={css.fits}>
        {pending
          ? Array.from({ length: 4 }, (_, at) => (
              <li key={at} className={css.fit}>
                <Skeleton height="5.5rem" />
              </li>
            ))
          : fits.map((fit) => (
              <li key={fit.key} className={css.fit} data-pictures={picturesOf(fit).length}>
                <FitTile
                  fit={fit}
                  words={words}
                  total={points(left)}
                  busy={adding === fit.key}
                  waiting={outdated || (adding !== null && adding !== fit.key)}
                  onAdd={async () => setAdded(await add(fit))}
                />
              </li>
            ))}
      </ul>
    </section>
  )
}

const nameOf = ({ gift, quantity }: Fit['parts'][number]) =>
  quantity === 1 ? gift.name : `${quantity} × ${gift.name}`

/** Every piece is seen: what is taken twice stands there twice. */
const picturesOf = ({ parts }: Fit) =>
  parts.flatMap(({ gift, quantity }) => Array.from({ length: quantity }, () => gift))

/** For who cannot swipe; nothing where all of the row is in view. */
function Arrows({ row, words }: { row: RowPlace; words: Words }) {
  if (row.whole) return null
  return (
    <div className={css.arrows}>
      <IconButton
        icon="chevron-left"
        label={words.text('fitPrevious')}
        disabled={row.atStart}
        onClick={() => row.move(-1)}
      />
      <IconButton
        icon="chevron-right"
        label={words.text('fitNext')}
        disabled={row.atEnd}
        onClick={() => row.move(1)}
      />
    </div>
  )
}

function FitTile({
  fit,
  words,
  total,
  busy,
  waiting,
  onAdd,
}: {
  fit: Fit
  words: Words
  total: string
  busy: boolean
  waiting: boolean
  onAdd: () => Promise<void>
}) {
  const { points } = useAmounts()
  const language = useLanguage()
  const names = new Intl.ListFormat(languages[language].tag).format(
    fit.parts.map((part) => [nameOf(part), part.gift.variant].filter(Boolean).join(' ')),
  )
  const pictures = picturesOf(fit)
  return (
    <>
      <div className={css.pictures}>
        {pictures.map((gift, at) => (
          <Picture
            key={at}
            file={gift.media}
            alt=""
            sizes="180px"
            ratio="auto"
            className={css.picture}
          />
        ))}
      </div>
      <ul className={css.parts}>
        {fit.parts.map((part) => (
          <li key={part.gift.spli_id} className={css.part}>
            <ShopLink
              to={`/product-description/${encodeURIComponent(part.gift.SCP)}`}
              lang={part.gift.lang}
            >
              {nameOf(part)}
            </ShopLink>{' '}
            {part.gift.variant ? <span className={css.variant}>{part.gift.variant} </span> : null}
            <span className={css.points}>{points(part.gift.points * part.quantity)}</span>
          </li>
        ))}
      </ul>
      <Button
        look="quiet"
        className={css.add}
        busy={busy}
        // Not disabled: the focus is on it while what it has just added changes the offers.
        aria-disabled={waiting || undefined}
        aria-label={spokenName(
          words.text('fitAdd'),
          words.text('fitAddLabel', { names, points: total }),
        )}
        onClick={() => (waiting ? undefined : void onAdd())}
      >
        {busy ? null : <Icon name="plus" />}
        {words.say('fitAdd')}
      </Button>
    </>
  )
}

/** The button that was pressed is gone; the focus finds what came of it. */
function AllUsed({ words }: { words: Words }) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <p ref={box} tabIndex={-1} className={css.done}>
      <Icon name="check" />
      <span>{words.say('fitDone')}</span>
      <ShopLink to="/cart">{words.say('fitToCart')}</ShopLink>
    </p>
  )
}
