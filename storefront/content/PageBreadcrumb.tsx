import { Breadcrumb } from '#storefront/page/Breadcrumb.tsx'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './PageBreadcrumb.module.css'

/** Home > this page. */
export function PageBreadcrumb({ here }: { here: string }) {
  const words = useTexts('websitetranslationcomponents')
  return (
    <div className={css.trail}>
      <Breadcrumb
        label={words.text('trailLabel', {}, 'Breadcrumb')}
        above={[{ title: words.say('home', {}, 'Home'), to: '/' }]}
        here={here}
      />
    </div>
  )
}
