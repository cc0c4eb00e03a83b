// Tells the site the time zone of this browser, once a year: it shows times in it until another one is chosen.
(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || document.cookie.includes(`time_zone=${zone}`)) return;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `time_zone=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
})();
