import { useNavigate } from '#storefront/router/router.tsx'

import type { ListHeading } from '#storefront/catalog/list/list-heading.ts'
import { BANNER_SIZES } from '#storefront/images/image-sizes.ts'
import { Breadcrumb } from '#storefront/page/Breadcrumb.tsx'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './ListBanner.module.css'

/** The heading of the list, its breadcrumb and its image. */
export function ListBanner({ heading, texts }: { heading: ListHeading; texts: PageTexts }) {
  return (
    <header className={css.banner} data-picture={heading.banner !== '' || undefined}>
      <div className={css.words}>
        <Breadcrumbs heading={heading} texts={texts} />
        <h1 className={css.title}>{heading.title}</h1>
        {heading.text ? <p className={css.text}>{heading.text}</p> : null}
        {heading.everywhere ? (
          <p className={css.text}>
            <ShopLink to={heading.everywhere.to}>{heading.everywhere.title}</ShopLink>
          </p>
        ) : null}
      </div>
      {heading.banner ? (
        <Picture
          key={heading.banner}
          className={css.picture}
          file={heading.banner}
          alt={heading.bannerAlt}
          sizes={BANNER_SIZES}
          ratio="auto"
          eager
        />
      ) : null}
    </header>
  )
}

function Breadcrumbs({ heading, texts }: { heading: ListHeading; texts: PageTexts }) {
  return (
    <Breadcrumb
      label={texts.text('breadcrumb')}
      parents={[{ title: texts.jsx('home'), to: '/' }, ...heading.parents]}
      current={heading.title}
    >
      <Back texts={texts} />
    </Breadcrumb>
  )
}

/** Leads to the previous page, or home if the list was opened directly. */
function Back({ texts }: { texts: PageTexts }) {
  const navigate = useNavigate()
  return (
    <a
      href="/"
      className={css.back}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void (isFirstEntry() ? navigate('/') : navigate(-1))
      }}
    >
      <Icon name="arrow-left" />
      {texts.jsx('back')}
    </a>
  )
}

/** Whether the history contains no earlier page of the shop. The router numbers its entries. */
function isFirstEntry(): boolean {
  const { idx } = (history.state ?? {}) as { idx?: unknown }
  return idx === undefined || idx === 0
}
