import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from '#storefront/router/router.tsx'

import { shortDate, type TemplateValues } from '#domain/content/text-template.ts'
import { LOCAL, store } from '#storefront/storage/browser-storage.ts'
import { SenderMessage } from '#storefront/home/SenderMessage.tsx'
import { WelcomeFilm } from '#storefront/home/WelcomeFilm.tsx'
import { cartQuery, ordersQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useStored } from '#storefront/storage/use-stored.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './WelcomeOverlay.module.css'

/** Once, on the first visit: the moment of being given something. */
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
  // Without points the last line mentions the order, if there is one.
  const { data: orders } = useQuery({ ...ordersQuery, enabled: points === 0 })
  const ordered = orders !== undefined && orders.length > 0
  const navigate = useNavigate()
  const [open, setOpen] = useState(true)
  const values = {
    salutation: cart?.salutation,
    first_name: cart?.first_name,
    points,
    valid_until: shortDate(cart?.valid_until ?? '', language),
  }

  function close() {
    setOpen(false)
    store(LOCAL.welcomeShown, 'true')
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={words.text('title')}
      closeLabel={common.text('close', {}, 'Sluiten')}
      className={css.overlay}
    >
      {hasNoName(words, values) ? null : (
        <p className={css.greeting}>{words.say('greeting', values)}</p>
      )}
      <SenderMessage />
      <WelcomeFilm words={words} />
      <h3 className={css.know}>{words.say('goodToKnowTitle')}</h3>
      <ul className={css.lines}>
        {(['gift', 'calendar', 'heart'] as const).map((icon, at) => {
          const key = knowKey(at + 1, points, ordered)
          return key !== null && words.has(key) ? (
            <li key={key}>
              <Icon name={icon} />
              <span>{words.say(key, values)}</span>
            </li>
          ) : null
        })}
      </ul>
      <Button
        wide
        onClick={() => {
          close()
          void navigate('/products')
        }}
      >
        {words.say('chooseGiftButton')}
      </Button>
      <span className={css.paperLeft} aria-hidden="true" />
      <span className={css.paperRight} aria-hidden="true" />
    </Dialog>
  )
}

/** A greeting that waits for a name, of a holder whose name is not known. */
function hasNoName(words: PageTexts, values: TemplateValues) {
  const without = words.text('greeting', { ...values, salutation: '', first_name: '' })
  const named = words.text('greeting', { ...values, salutation: '-', first_name: '-' })
  return without !== named && words.text('greeting', values) === without
}

/** Advice on spending points is useless without points. */
function knowKey(line: number, points: number, ordered: boolean): string | null {
  if (line !== 3 || points > 0) return `goodToKnow${line}`
  return ordered ? 'goodToKnow3None' : null
}
