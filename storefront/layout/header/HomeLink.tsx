import { logoAlt } from '#storefront/images/logo-alt.ts'
import { ShopLogo } from '#storefront/images/ShopLogo.tsx'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'

type HomeLinkProps = {
  className: string | undefined
  logoClass: string | undefined
  iconClass: string | undefined
}

/** The channel's logo as a link to the home page. The style shows the icon if there is no logo. */
export function HomeLink({ className, logoClass, iconClass }: HomeLinkProps) {
  const texts = useTexts('headercomponents')
  const identity = useSession()?.corporate_identity
  const language = useLanguage()
  // The visible text of the logo comes first, then the destination.
  const name = [logoAlt(identity, language), texts.text('homeLabel', {}, 'Home')]
    .filter((part) => part !== '')
    .join(', ')
  return (
    <ShopLink to="/" className={className}>
      <ShopLogo file={identity?.logo ?? ''} name={name} className={logoClass} />
      <span className={iconClass}>
        <Icon name="home" />
        <span className="visually-hidden">{texts.jsx('homeLabel', {}, 'Home')}</span>
      </span>
    </ShopLink>
  )
}
