import type { PageTexts } from '#storefront/i18n/texts.tsx'
import css from './ProcessStrip.module.css'

/** How it works, in five steps. */
export function ProcessStrip({ words }: { words: PageTexts }) {
  return (
    <section className={css.strip} aria-labelledby="process-title">
      <h2 id="process-title" className={css.heading}>
        {words.say('title')}
      </h2>
      <ol className={css.steps}>
        {words.items.slice(0, 5).map((step) => (
          <li key={step.code} className={css.step}>
            <h3 className={css.title}>{step.say('title')}</h3>
            <p className={css.text}>{step.say('text')}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
