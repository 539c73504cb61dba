const list = (text: string) => new Set(text.split(/\s+/));

/** Words without meaning of their own, in English, Hinglish and Hindi. */
export const stopWords = list(
  `for with in the a an of and or to at on by from me my i we want need show some any that this is are it
  wala wale wali waala waale waali ke ka ki ko liye lie aur ya mein main hai hain ho hona chahiye chaiye chahie dikhao
  dikha do dena dijiye mujhe mujhko humko apne apna apni mere mera meri koi ek kuch bhi se par pe please plz
  rang colour color colors colours price rate size
  का के की को लिए में और या वाला वाले वाली चाहिए रंग है हैं मुझे दिखाओ कोई एक से पर`,
);

/**
 * Words of praise and of shopping: they affect the ranking of products with them in the name, and never exclude one.
 */
export const fillers = list(
  `best good nice great quality trendy trending stylish style fashion fashionable design designs designer
  fancy beautiful pretty cute cool awesome amazing sundar accha achha acche achhe acchi badhiya mast zabardast
  buy order purchase shop shopping store online kharidna kharidne lena india indian offer deal deals
  collection collections item items product products piece pieces pair pairs set sets combo brand branded original
  look looking looks type types kind model latest new naya naye nayi gift gifts gifting uphaar present surprise
  light dark deep bright pale halka halki gehra gehri gadha
  pic pics image images photo photos unisex couple popular bestseller bestsellers selling famous
  अच्छा अच्छे अच्छी सुंदर नया नए नई बढ़िया`,
);
