import { tagOf } from '#domain/language.ts'
import { endPreview, leavePreview, readPreview } from '#storefront/preview/end-preview.ts'
import { previewTexts } from '#storefront/preview/preview-texts.ts'
import { useSession } from '#storefront/session/use-session.ts'

import css from './PreviewBar.module.css'

/** Marks a preview and shows its settings. A frame around the window stays visible while scrolling. */
export function PreviewBar() {
  const session = useSession()
  const preview = readPreview()
  if (!preview) return null
  const { speaks, asked, channel, points, language, date, releases, soldOut, who, zone } = preview
  const texts = previewTexts(speaks)
  const day =
    date === null ? null : new Date(date).toLocaleString(tagOf(speaks), { ...DAY, timeZone: zone })
  const ends = new Date(preview.endsAt).toLocaleTimeString(tagOf(speaks), {
    ...TIME,
    timeZone: zone,
  })
  const facts = [
    channel,
    `${points} ${texts.points}`,
    new Intl.DisplayNames([speaks], { type: 'language' }).of(language) ?? language,
    ...(day === null ? [] : [day]),
    ...releases,
    ...(soldOut.length > 0 ? [`${texts.soldOut}: ${soldOut.join(', ')}`] : []),
    who,
    `${texts.until} ${ends}`,
  ]
  return (
    <section className={css.bar} aria-label={texts.preview} lang={speaks} data-preview>
      <p className={css.facts}>
        <b>{texts.preview}</b>
        {session ? facts.map((fact) => <span key={fact}>{fact}</span>) : <span>{texts.ended}</span>}
      </p>
      <p className={css.only}>{session ? texts.onlyYou : null}</p>
      <p className={css.actions}>
        {session ? null : <a href={`/backoffice/preview/shop${asked}`}>{texts.again}</a>}
        {/* Buttons, because the first link of the page must be the one that skips the header. */}
        <button type="button" onClick={() => leavePreview(asked)}>
          {texts.change}
        </button>
        <button type="button" onClick={endPreview}>
          {texts.end}
        </button>
      </p>
    </section>
  )
}

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
const DAY: Intl.DateTimeFormatOptions = { ...TIME, day: 'numeric', month: 'short', year: 'numeric' }
