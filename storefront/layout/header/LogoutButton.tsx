import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useHeaderCart } from '#storefront/layout/header/header-cart.ts'
import { logOut } from '#storefront/layout/header/log-out.ts'
import { cartQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Spinner } from '#ui/components/Spinner.tsx'
import css from './LogoutButton.module.css'

/** The time limit of the cart check. After it, the cached cart decides whether to ask. */
const READ_MS = 1500

/** Logging out empties the basket on every device, so a holder with gifts in it confirms first. */
export function LogoutButton() {
  const words = useTexts('headercomponents')
  const common = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const queries = useQueryClient()
  const { pieces } = useHeaderCart()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)

  async function leave() {
    setBusy(true)
    await logOut(queries)
  }

  async function press() {
    if (busy) return
    setBusy(true)
    // Another device may have put gifts into it since.
    const cart = await Promise.race([
      queries
        .fetchQuery({ ...cartQuery(language), staleTime: 0, retry: false })
        .catch(() => undefined),
      new Promise<undefined>((resolve) => setTimeout(resolve, READ_MS)),
    ])
    if ((cart?.Totals.number_of_products ?? pieces) === 0) return leave()
    setBusy(false)
    setAsking(true)
    return undefined
  }

  return (
    <>
      <button
        type="button"
        className={css.logout}
        aria-disabled={busy || undefined}
        onClick={() => void press()}
      >
        {busy ? <Spinner small /> : <Icon name="logout" />}
        <span>{words.say('logout')}</span>
      </button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        dismissible={!busy}
        title={words.say('logoutTitle')}
        closeLabel={common.text('close')}
        className={css.dialog}
      >
        <p>{words.say('logoutText')}</p>
        <div className={css.buttons}>
          <Button look="quiet" onClick={() => setAsking(false)}>
            {words.say('logoutStay')}
          </Button>
          <Button busy={busy} onClick={() => void leave()}>
            {words.say('logoutConfirm')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
