/** Two-letter codes for the three-letter ones of library records. */

const TWO_LETTER: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'afr:af alb:sq sqi:sq ara:ar arm:hy hye:hy aze:az baq:eu eus:eu bel:be ben:bn bos:bs bul:bg bur:my mya:my cat:ca chi:zh zho:zh cze:cs ces:cs dan:da dut:nl nld:nl ' +
    'eng:en epo:eo est:et fin:fi fre:fr fra:fr geo:ka kat:ka ger:de deu:de glg:gl gre:el ell:el grc:el guj:gu heb:he hin:hi hrv:hr hun:hu ice:is isl:is ind:id gle:ga ita:it ' +
    'jpn:ja kan:kn kaz:kk khm:km kor:ko kur:ku lao:lo lat:la lav:lv lit:lt mac:mk mkd:mk may:ms msa:ms mal:ml mar:mr mon:mn nep:ne nor:no nob:nb nno:nn per:fa fas:fa ' +
    'pol:pl por:pt pan:pa rum:ro ron:ro rus:ru san:sa srp:sr sin:si slo:sk slk:sk slv:sl spa:es swa:sw swe:sv tam:ta tel:te tha:th tib:bo bod:bo tur:tr ukr:uk urd:ur ' +
    'uzb:uz vie:vi wel:cy cym:cy yid:yi zul:zu'
  )
    .split(' ')
    .map((pair) => pair.split(':')),
);

/** `eng` and `/languages/eng` are `en`; `pt-BR` stays; anything else has no code. */
export function readLanguage(text: string | undefined): string | undefined {
  const code = (text ?? '').trim().split('/').at(-1) ?? '';
  if (/^[a-z]{2}$/i.test(code)) return code.toLowerCase();
  const [, language, region] = /^([a-z]{2})-([a-z]{2})$/i.exec(code) ?? [];
  if (language !== undefined && region !== undefined) return `${language.toLowerCase()}-${region.toUpperCase()}`;
  return TWO_LETTER[code.toLowerCase()];
}
