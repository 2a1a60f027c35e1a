import { impersonationTexts } from '#storefront/impersonation/impersonation-texts.ts'
import { parseImpersonation } from '#storefront/impersonation/parse-impersonation.ts'
import { stopImpersonation } from '#storefront/impersonation/stop-impersonation.ts'
import { SESSION } from '#storefront/storage/browser-storage.ts'
import { useStored } from '#storefront/storage/use-stored.ts'

import css from './ImpersonationBar.module.css'

/**
 * Shows on every page that a staff member acts for the holder: their orders belong to the holder. A frame around the
 * window stays visible while scrolling and over open dialogs.
 */
export function ImpersonationBar() {
  const impersonation = parseImpersonation(useStored(SESSION.acting))
  if (!impersonation) return null
  const { name, language, ends_at } = impersonation
  const texts = impersonationTexts(language)
  const until = new Date(ends_at).toLocaleTimeString(language, TIME)
  return (
    <section
      className={css.bar}
      aria-label={texts.acting}
      lang={language}
      data-acting
      data-said={texts.acting}
    >
      <p className={css.facts}>
        <b>{texts.acting}</b>
        <span>{name}</span>
        <span>
          {texts.until} {until}
        </span>
      </p>
      <p className={css.only}>{texts.theirs}</p>
      {/* A button, because the first link of the page must be the one that skips the header. */}
      <button type="button" onClick={() => void stopImpersonation(impersonation.case)}>
        {texts.end}
      </button>
    </section>
  )
}

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
