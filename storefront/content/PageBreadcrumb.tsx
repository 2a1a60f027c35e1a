import { Breadcrumb } from '#storefront/page/Breadcrumb.tsx'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './PageBreadcrumb.module.css'

/** Home > this page. */
export function PageBreadcrumb({ current }: { current: string }) {
  const texts = useTexts('websitetranslationcomponents')
  return (
    <div className={css.trail}>
      <Breadcrumb
        label={texts.text('trailLabel', {}, 'Breadcrumb')}
        parents={[{ title: texts.jsx('home', {}, 'Home'), to: '/' }]}
        current={current}
      />
    </div>
  )
}
