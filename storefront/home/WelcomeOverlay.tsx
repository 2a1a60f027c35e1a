import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { useNavigate } from '#storefront/router/router.tsx'

import { shortDate, type TemplateValues } from '#domain/content/text-template.ts'
import { LOCAL, store } from '#storefront/storage/browser-storage.ts'
import { withOnePoint } from '#storefront/home/one-point.ts'
import { SenderMessage } from '#storefront/home/SenderMessage.tsx'
import { WelcomeFilm } from '#storefront/home/WelcomeFilm.tsx'
import { useSpentPoints } from '#storefront/home/use-spent-points.ts'
import { cartQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useStored } from '#storefront/storage/use-stored.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './WelcomeOverlay.module.css'

/** Shown once, on the first visit. */
export function WelcomeOverlay() {
  const shown = useStored(LOCAL.welcomeShown) === 'true'
  if (shown) return null
  return (
    <Suspense fallback={null}>
      <Welcome />
    </Suspense>
  )
}

function Welcome() {
  const words = useTexts('welcomeoverlaycomponents')
  const common = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const cart = useSession()?.shoppingcart
  const { data } = useSuspenseQuery(cartQuery(language))
  const points = data.totals.voucher_points
  // With all points spent it leads to the orders.
  const known = useSpentPoints()
  const spent = Boolean(known)
  const navigate = useNavigate()
  const [open, setOpen] = useState(true)
  const next = useRef<HTMLButtonElement>(null)
  const values = {
    salutation: cart?.salutation,
    first_name: cart?.first_name,
    points,
    // The day stays on one line.
    valid_until: shortDate(cart?.valid_until ?? '', language).replaceAll(' ', '\u{A0}'),
  }

  function close() {
    setOpen(false)
    store(LOCAL.welcomeShown, 'true')
  }

  function goTo(path: string) {
    close()
    void navigate(path)
  }

  if (known === undefined) return null
  return (
    <Dialog
      open={open}
      onClose={close}
      title={words.text(spent ? 'titleSpent' : 'title')}
      closeLabel={common.text('close', {}, 'Sluiten')}
      className={css.overlay}
      first={next}
    >
      {hasNoName(words, values) ? null : (
        <p className={css.greeting}>{words.say('greeting', values)}</p>
      )}
      <SenderMessage />
      {spent ? (
        <p>{words.say('goodToKnow3None', values)}</p>
      ) : (
        <>
          <WelcomeFilm words={words} />
          <GoodToKnow words={words} values={values} points={points} />
        </>
      )}
      <Button ref={next} wide onClick={() => goTo(spent ? '/orders' : '/products')}>
        {words.say(spent ? 'ordersButton' : 'chooseGiftButton')}
      </Button>
      <span className={css.paperLeft} aria-hidden="true" />
      <span className={css.paperRight} aria-hidden="true" />
    </Dialog>
  )
}

/** The greeting needs a name, and the recipient has none. */
function hasNoName(words: PageTexts, values: TemplateValues) {
  const without = words.text('greeting', { ...values, salutation: '', first_name: '' })
  const named = words.text('greeting', { ...values, salutation: '-', first_name: '-' })
  return without !== named && words.text('greeting', values) === without
}

function GoodToKnow({
  words,
  values,
  points,
}: {
  words: PageTexts
  values: TemplateValues
  points: number
}) {
  const common = useTexts('websitetranslationcomponents')
  // Advice on spending points is useless without points.
  const icons =
    points > 0 ? (['gift', 'calendar', 'heart'] as const) : (['gift', 'calendar'] as const)
  return (
    <>
      <h3 className={css.know}>{words.say('goodToKnowTitle')}</h3>
      <ul className={css.lines}>
        {icons.map((icon, at) => {
          const key = `goodToKnow${at + 1}`
          return words.has(key) ? (
            <li key={key}>
              <Icon name={icon} />
              <span lang={words.lang(key)}>
                {withOnePoint(words.text(key, values), points, common)}
              </span>
            </li>
          ) : null
        })}
      </ul>
    </>
  )
}
