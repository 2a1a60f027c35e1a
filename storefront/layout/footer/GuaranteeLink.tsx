import { DEFAULT_LANGUAGE } from '#domain/language.ts'
import { GuaranteeMark } from '#storefront/layout/footer/GuaranteeMark.tsx'
import { serverSite } from '#storefront/api/server-data.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'

/** The trade association's mark. Shown only where the operator configured its address and the editors its text. */
export function GuaranteeLink({ className, mark }: { className?: string; mark?: string }) {
  const texts = useTexts('footercomponents')
  const { guarantee_urls } = serverSite()
  const address = guarantee_urls[useLanguage()] ?? guarantee_urls[DEFAULT_LANGUAGE]
  if (!address || !texts.has('guaranteeText')) return null
  return (
    <a className={className} href={address} target="_blank" rel="noopener">
      <GuaranteeMark className={mark ?? ''} />
      {texts.jsx('guaranteeText')}
      <span className="visually-hidden"> {texts.jsx('newTab')}</span>
    </a>
  )
}
