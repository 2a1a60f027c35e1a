import { useState } from 'react'
import { Navigate } from '#storefront/router/router.tsx'

import { CodeForm } from '#storefront/account/CodeForm.tsx'
import { LanguageChoice } from '#storefront/layout/header/LanguageChoice.tsx'
import { LoginChat } from '#storefront/account/LoginChat.tsx'
import { CookieBar } from '#storefront/layout/CookieBar.tsx'
import { CookieChoice } from '#storefront/layout/CookieChoice.tsx'
import { SandboxNotice } from '#storefront/layout/SandboxNotice.tsx'
import { serverSite } from '#storefront/api/server-data.ts'
import { addressInLanguage } from '#contract/content/page-table.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { hasScannedCode } from '#storefront/session/scanned-code.ts'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { requestedPath } from '#storefront/session/requested-path.ts'
import { Html, useTexts } from '#storefront/i18n/texts.tsx'
import { isFramed } from '#storefront/storage/browser-storage.ts'
import { hasPicture } from '#ui/lib/image-address.ts'
import { Picture } from '#ui/components/Image.tsx'
import { logoAlt } from '#storefront/images/logo-alt.ts'
import css from './LoginPage.module.css'

export default function LoginPage() {
  const texts = useTexts('logoncomponents')
  const language = useLanguage()
  const session = useSession()
  const site = serverSite()
  const { main_site } = site
  // A preview is logged in, and shows the page of its own channel.
  const corporate_identity = (isFramed() && session?.corporate_identity) || site.corporate_identity
  usePageTitle(texts.text('title'))
  const [busy, setBusy] = useState(false)
  const [scanned] = useState(hasScannedCode)
  // After a sign-in the form navigates: to an order, another site, or home.
  if (session && !busy && !scanned && !isFramed())
    return <Navigate to={requestedPath() ?? '/'} replace />

  const background = texts.picture('background')
  return (
    <>
      <div className={css.page} lang={language} data-login>
        <div className={css.picture}>
          {background ? (
            <Picture
              file={background.file}
              alt={background.alt}
              sizes="(width < 60rem) 100vw, max(55vw, 130vh)"
              ratio="auto"
              className={css.fill}
              eager
            />
          ) : null}
        </div>
        <main className={css.side} tabIndex={-1}>
          <div className={css.top}>
            {hasPicture(corporate_identity.logo) ? (
              <Logo file={corporate_identity.logo} alt={logoAlt(corporate_identity, language)} />
            ) : null}
            <LanguageChoice />
          </div>
          <h1 className={css.title}>{texts.jsx('title')}</h1>
          <p className={css.intro}>{texts.jsx('intro')}</p>
          <CodeForm texts={texts} busy={busy} setBusy={setBusy} />
          <Html texts={texts} name="voucherHelp" className={css.help ?? ''} />
          <p className={css.sub}>{texts.jsx('subText')}</p>
          <nav className={css.links}>
            <a href={addressInLanguage(language, texts.url('faq') ?? '/faq')}>
              {texts.jsx('faqLink')}
            </a>
            <a href={texts.url('terms') ?? '/terms-and-conditions'}>{texts.jsx('termsLink')}</a>
            <a href={texts.url('privacy') ?? '/privacy-policy'}>{texts.jsx('privacyLink')}</a>
            <CookieChoice>{texts.jsx('cookieChange')}</CookieChoice>
          </nav>
        </main>
      </div>
      {main_site ? null : <LoginChat />}
      <SandboxNotice />
      <CookieBar />
    </>
  )
}

/** Hidden if it does not load. */
function Logo({ file, alt }: { file: string; alt: string }) {
  return (
    <img
      className={css.logo}
      src={file.startsWith('/') ? file : `/images/local/${file}`}
      alt={alt}
      height={40}
      onError={(event) => {
        event.currentTarget.hidden = true
      }}
    />
  )
}
