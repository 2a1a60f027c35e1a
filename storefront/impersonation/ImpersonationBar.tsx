import { impersonationTexts } from '#storefront/impersonation/impersonation-texts.ts'
import { parsedActing } from '#storefront/impersonation/parse-impersonation.ts'
import { stopActing } from '#storefront/impersonation/stop-impersonation.ts'
import { SESSION } from '#storefront/storage/browser-storage.ts'
import { useStored } from '#storefront/storage/use-stored.ts'

import css from './ImpersonationBar.module.css'

/**
 * Shows on every page that a staff member acts for the holder: their orders belong to the holder. A frame around the
 * window stays visible while scrolling and over open dialogs.
 */
export function ImpersonationBar() {
  const acting = parsedActing(useStored(SESSION.acting))
  if (!acting) return null
  const { name, language, ends_at } = acting
  const words = impersonationTexts(language)
  const until = new Date(ends_at).toLocaleTimeString(language, TIME)
  return (
    <section
      className={css.bar}
      aria-label={words.acting}
      lang={language}
      data-acting
      data-said={words.acting}
    >
      <p className={css.facts}>
        <b>{words.acting}</b>
        <span>{name}</span>
        <span>
          {words.until} {until}
        </span>
      </p>
      <p className={css.only}>{words.theirs}</p>
      {/* No link: the first of the page is the way past its header. */}
      <button type="button" onClick={() => void stopActing(acting.case)}>
        {words.end}
      </button>
    </section>
  )
}

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
