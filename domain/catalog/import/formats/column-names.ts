/** What a column of a table can be about, whatever the rows are. */
export type Concept = keyof typeof conceptNames;

/**
 * The names of columns in English, French, German, Spanish, Italian, Portuguese, Dutch, and Polish, as `normalizeName` writes them.
 * A name that says several things in one language has its most frequent meaning.
 */
const conceptNames = {
  id: 'id|unique id|identifiant|kennung|identificador|identificatore|identyfikator',
  url: 'url|address|web address|adresse|direccion|indirizzo|endereco|adres|canonical url|permalink',
  title: 'title|name|titre|nom|titel|titulo|nombre|titolo|nome|naam|tytul|nazwa|grid title',
  description:
    'description|about|note|beschreibung|descripcion|descrizione|descricao|beschrijving|omschrijving|opis|caption|text|texte|texto|testo|tekst',
  image:
    'image|image url|picture|thumbnail|thumbnail url|cover image|image src|url de l image|bild|bild url|vorschaubild|imagen|url de la imagen|immagine|url immagine|imagem|url da imagem|afbeelding|afbeelding url|obraz|obrazek|adres obrazu|zdjecie',
  created:
    'created|created at|date created|creation date|date posted|published at|publish date|date de creation|cree le|erstellt|erstellt am|erstellungsdatum|veroffentlicht am|fecha de creacion|creado|creado el|data di creazione|creato il|data de criacao|criado em|aangemaakt|aangemaakt op|datum aangemaakt|data utworzenia|utworzono',
  crawled:
    'last crawled at|crawled at|scraped at|last updated|fetched at|collected at|timestamp|mis a jour le|aktualisiert am|actualizado el|aggiornato il|atualizado em|bijgewerkt op|zaktualizowano',
  topics:
    'topics|tags|hashtags|categories|category|interests|themes|categorie|etiquettes|themen|kategorien|kategorie|schlagworter|temas|categorias|etiquetas|argomenti|onderwerpen|categorieen|tematy|tagi',
  saves:
    'saves|save count|saved|total saves|enregistrements|nombre d enregistrements|merkungen|gemerkt|anzahl merkungen|guardados|guardadas|salvataggi|salvamentos|salvos|bewaard|keer bewaard|opslagen|zapisania|zapisy|liczba zapisow',
  repins: 'repins|repin count|repin|repinnages|reepingles|repines|repin totali|aantal repins|repiny|liczba repinow',
  followers:
    'followers|follower|follower count|followers count|abonnes|nombre d abonnes|abonnenten|anzahl follower|seguidores|numero de seguidores|seguidores totais|follower totali|seguaci|volgers|aantal volgers|obserwujacy|obserwatorzy|liczba obserwujacych',
  collaborators:
    'collaborators|collaborator count|contributors|collaborateurs|mitwirkende|colaboradores|collaboratori|medewerkers|bijdragers|wspoltworcy|liczba wspoltworcow',
  pins: 'pins|pin count|number of pins|nombre d epingles|epingles|anzahl pins|pines|numero de pines|numero di pin|numero de pins|aantal pins|piny|liczba pinow',
  viewers:
    'profile views|monthly views|monthly viewers|spectateurs mensuels|vues mensuelles|monatliche betrachter|monatliche aufrufe|espectadores mensuales|visualizaciones mensuales|visualizzazioni mensili|visualizacoes mensais|maandelijkse kijkers|maandelijkse weergaven|miesieczni odbiorcy|miesieczne wyswietlenia',
  username:
    'username|user name|handle|account|account name|pinner|owner|creator|nom d utilisateur|compte|benutzername|nutzername|konto|usuario|nombre de usuario|cuenta|nome utente|nome de usuario|usuario do pinterest|conta|gebruikersnaam|nazwa uzytkownika|uzytkownik',
  profileUrl:
    'profile url|profile link|user url|owner url|creator url|url du profil|lien du profil|profil url|profil link|url del perfil|enlace del perfil|url profilo|link profilo|url do perfil|link do perfil|profiel url|profiellink|adres profilu|link do profilu',
  profileId: 'profile id|user id|pinner id|owner id|creator id',
  boardName:
    'board|board name|board title|tableau|nom du tableau|pinnwand|name der pinnwand|tablero|nombre del tablero|bacheca|nome bacheca|pasta|nome da pasta|quadro|bord|bordnaam|tablica|nazwa tablicy',
  boardUrl:
    'board url|board link|url du tableau|pinnwand url|pinnwand link|url del tablero|url bacheca|url da pasta|bord url|adres tablicy|link do tablicy',
  boardId: 'board id|id du tableau|pinnwand id|id del tablero|id bacheca|id da pasta|bord id|id tablicy',
  pinUrl:
    'pin url|pin link|post url|url de l epingle|lien de l epingle|url del pin|enlace del pin|url pin|url do pin|link do pin|adres pina|link do pina',
  pinId: 'pin id|post id|id de l epingle|id del pin|id do pin|id pina',
  link: 'link|destination|destination url|destination link|outbound link|external link|source url|article url|lien|lien de destination|ziel url|ziellink|zieladresse|enlace|enlace de destino|collegamento|link di destinazione|link de destino|bestemming|bestemmingslink|link docelowy|odnosnik',
  website: 'website|website url|site|site web|webseite|sitio web|sito web|sito|site da web|strona internetowa|strona www|witryna',
  domain: 'domain|domaine|domane|dominio|domein|domena',
  keyword:
    'keyword|keywords|trend|trends|search term|search terms|search query|query|term|phrase|top keyword|mot cle|mots cles|tendance|tendances|terme de recherche|requete|suchbegriff|suchbegriffe|suchwort|suchanfrage|schlusselwort|schlagwort|palabra clave|palabras clave|tendencia|tendencias|termino de busqueda|consulta|parola chiave|parole chiave|tendenza|tendenze|termine di ricerca|palavra chave|palavras chave|termo de pesquisa|termo de busca|zoekwoord|zoekwoorden|zoekterm|trefwoord|slowo kluczowe|slowa kluczowe|fraza|wyszukiwane haslo',
  volume:
    'search volume|volume|searches|monthly searches|monthly search volume|avg monthly searches|average monthly searches|internal search count|volume de recherche|recherches|recherches mensuelles|suchvolumen|suchanfragen|suchanfragen pro monat|monatliches suchvolumen|volumen de busqueda|busquedas|busquedas mensuales|volumen|volume di ricerca|ricerche|ricerche mensili|volume de pesquisa|volume de busca|pesquisas mensais|buscas mensais|pesquisas|buscas|zoekvolume|zoekopdrachten|maandelijkse zoekopdrachten|liczba wyszukiwan|wolumen wyszukiwan|srednia liczba wyszukiwan|wyszukiwania',
  region: 'region|country|market|pays|land|pais|regiao|paese|regione|regio|kraj|markt|mercado|mercato|marche',
  date: 'date|day|week|month|time|jour|semaine|mois|datum|tag|woche|monat|fecha|dia|semana|mes|data|giorno|settimana|mese|weekdatum|maand|dag|dzien|tydzien|miesiac',
  value:
    'value|interest|index|search interest|interest over time|valeur|interet|wert|interesse|valor|interes|valore|waarde|wartosc|zainteresowanie',
  source: 'source|quelle|fuente|fonte|bron|zrodlo',
  change:
    'weekly change|monthly change|yearly change|variation hebdomadaire|variation mensuelle|variation annuelle|wochentliche anderung|monatliche anderung|jahrliche anderung|wochentliche veranderung|monatliche veranderung|jahrliche veranderung|cambio semanal|cambio mensual|cambio anual|variazione settimanale|variazione mensile|variazione annuale|variacao semanal|variacao mensal|variacao anual|mudanca semanal|mudanca mensal|mudanca anual|alteracao semanal|alteracao mensal|alteracao anual|wekelijkse verandering|maandelijkse verandering|jaarlijkse verandering|wekelijkse wijziging|maandelijkse wijziging|jaarlijkse wijziging|zmiana tygodniowa|zmiana miesieczna|zmiana roczna',
} as const;

const concepts: ReadonlyMap<string, Concept> = new Map(
  Object.entries(conceptNames).flatMap(([concept, names]) => names.split('|').map((name) => [name, concept as Concept] as const)),
);

const plainLetters: Readonly<Record<string, string>> = { ł: 'l', ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe' };

/** A column's name as it is compared: `Follower_Count`, `followerCount`, and `follower count` are one, and so are `Abonnés` and `abonnes`. */
export const normalizeColumnName = (name: string): string =>
  name
    .slice(0, 200)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[łßæøœ]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The name of a column that is a day or a week, such as `2026-11-16`. */
export const isDayName = (name: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(name.trim());

/** What a column is about by its name; null for an unknown one. */
export const conceptOf = (name: string): Concept | null => concepts.get(normalizeColumnName(name)) ?? null;
