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
  const isShown = useStored(LOCAL.welcomeShown) === 'true'
  if (isShown) return null
  return (
    <Suspense fallback={null}>
      <Welcome />
    </Suspense>
  )
}

function Welcome() {
  const texts = useTexts('welcomeoverlaycomponents')
  const common = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const cart = useSession()?.shoppingcart
  const { data } = useSuspenseQuery(cartQuery(language))
  const points = data.totals.voucher_points
  const spentPoints = useSpentPoints()
  const isSpent = Boolean(spentPoints)
  const navigate = useNavigate()
  const [open, setOpen] = useState(true)
  const nextButton = useRef<HTMLButtonElement>(null)
  const values = {
    salutation: cart?.salutation,
    first_name: cart?.first_name,
    points,
    // Non-breaking spaces keep the date on one line.
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

  if (spentPoints === undefined) return null
  return (
    <Dialog
      open={open}
      onClose={close}
      title={texts.text(isSpent ? 'titleSpent' : 'title')}
      closeLabel={common.text('close', {}, 'Sluiten')}
      className={css.overlay}
      initialFocus={nextButton}
    >
      {hasNoName(texts, values) ? null : (
        <p className={css.greeting}>{texts.jsx('greeting', values)}</p>
      )}
      <SenderMessage />
      {isSpent ? (
        <p>{texts.jsx('goodToKnow3None', values)}</p>
      ) : (
        <>
          <WelcomeFilm texts={texts} />
          <GoodToKnow texts={texts} values={values} points={points} />
        </>
      )}
      <Button ref={nextButton} wide onClick={() => goTo(isSpent ? '/orders' : '/products')}>
        {texts.jsx(isSpent ? 'ordersButton' : 'chooseGiftButton')}
      </Button>
      <span className={css.paperLeft} aria-hidden="true" />
      <span className={css.paperRight} aria-hidden="true" />
    </Dialog>
  )
}

/** Whether the greeting needs a name and the recipient has none. */
function hasNoName(texts: PageTexts, values: TemplateValues) {
  const withoutName = texts.text('greeting', { ...values, salutation: '', first_name: '' })
  const withName = texts.text('greeting', { ...values, salutation: '-', first_name: '-' })
  return withoutName !== withName && texts.text('greeting', values) === withoutName
}

function GoodToKnow({
  texts,
  values,
  points,
}: {
  texts: PageTexts
  values: TemplateValues
  points: number
}) {
  const common = useTexts('websitetranslationcomponents')
  // Advice on spending points is useless without points.
  const icons =
    points > 0 ? (['gift', 'calendar', 'heart'] as const) : (['gift', 'calendar'] as const)
  return (
    <>
      <h3 className={css.factsTitle}>{texts.jsx('goodToKnowTitle')}</h3>
      <ul className={css.lines}>
        {icons.map((icon, index) => {
          const key = `goodToKnow${index + 1}`
          return texts.has(key) ? (
            <li key={key}>
              <Icon name={icon} />
              <span lang={texts.lang(key)}>
                {withOnePoint(texts.text(key, values), points, common)}
              </span>
            </li>
          ) : null
        })}
      </ul>
    </>
  )
}
