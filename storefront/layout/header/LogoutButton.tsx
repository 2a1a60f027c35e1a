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
const CHECK_TIMEOUT_MS = 1500

/** Logging out empties the basket on every device, so a holder with gifts in it confirms first. */
export function LogoutButton() {
  const texts = useTexts('headercomponents')
  const common = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const queries = useQueryClient()
  const { giftCount } = useHeaderCart()
  const [busy, setBusy] = useState(false)
  const [isAsking, setIsAsking] = useState(false)

  async function endSession() {
    setBusy(true)
    await logOut(queries)
  }

  async function onPress() {
    if (busy) return
    setBusy(true)
    // Another device may have put gifts into the cart since it was read.
    const cart = await Promise.race([
      queries
        .fetchQuery({ ...cartQuery(language), staleTime: 0, retry: false })
        .catch(() => undefined),
      new Promise<undefined>((resolve) => setTimeout(resolve, CHECK_TIMEOUT_MS)),
    ])
    if ((cart?.Totals.number_of_products ?? giftCount) === 0) return endSession()
    setBusy(false)
    setIsAsking(true)
    return undefined
  }

  return (
    <>
      <button
        type="button"
        className={css.logout}
        aria-disabled={busy || undefined}
        onClick={() => void onPress()}
      >
        {busy ? <Spinner small /> : <Icon name="logout" />}
        <span>{texts.jsx('logout')}</span>
      </button>
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        dismissible={!busy}
        title={texts.jsx('logoutTitle')}
        closeLabel={common.text('close')}
        className={css.dialog}
      >
        <p>{texts.jsx('logoutText')}</p>
        <div className={css.buttons}>
          <Button variant="quiet" onClick={() => setIsAsking(false)}>
            {texts.jsx('logoutStay')}
          </Button>
          <Button busy={busy} onClick={() => void endSession()}>
            {texts.jsx('logoutConfirm')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
