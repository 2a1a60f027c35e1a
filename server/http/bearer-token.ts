/** The token of an Authorization header; the scheme's name may be written in any case (RFC 9110, 11.1). */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer ([^]*)$/i.exec(authorization ?? '')?.[1]?.trim()
}
