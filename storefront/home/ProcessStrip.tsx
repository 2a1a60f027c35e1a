import type { PageTexts } from '#storefront/i18n/texts.tsx'
import css from './ProcessStrip.module.css'

/** How it works, in five steps. */
export function ProcessStrip({ texts }: { texts: PageTexts }) {
  return (
    <section className={css.strip} aria-labelledby="process-title">
      <h2 id="process-title" className={css.heading}>
        {texts.jsx('title')}
      </h2>
      <ol className={css.steps}>
        {texts.items.slice(0, 5).map((step) => (
          <li key={step.code} className={css.step}>
            <h3 className={css.title}>{step.jsx('title')}</h3>
            <p className={css.text}>{step.jsx('text')}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
